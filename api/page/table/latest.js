// Something that is asked of the service again and again: an answer that comes late does not take the place of a newer one.

/**
 * `told` hears what `asking` answers, and what it was asked about; undefined where there was no answer. Of several that
 * are on their way only the one to the newest question is told.
 */
export function latest(asking, told) {
  let newest = 0;
  return async (...about) => {
    const mine = (newest += 1);
    const said = await asking(...about).catch(() => undefined);
    if (mine === newest) told(said, ...about);
  };
}
