// Lines of the story that were asked for once more: what was taken back is marked on them.

/** The lines asked for, and those that the feed has told since then: the answer may be older than what is held. */
export function markedAnew(asked, held, most) {
  const last = asked.at(-1)?.number ?? 0;
  return [...asked, ...held.filter((line) => line.number > last)].slice(-most);
}
