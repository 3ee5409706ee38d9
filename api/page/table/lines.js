// Lines of the story that were asked for once more: what was taken back is marked on them.

/** The lines asked for in the place of those held; the answer may be older than what the feed has told since. */
export function markedAnew(asked, held) {
  if (!asked.length) return held;
  const first = asked[0].number, last = asked.at(-1).number;
  return [...held.filter((line) => line.number < first), ...asked, ...held.filter((line) => line.number > last)];
}
