// Where this page stands: the address of the service, and which table is meant.

/** The service's own address, under whatever path it stands. */
export const ROOT = new URL("../..", import.meta.url).href.replace(/e\/[0-9a-f]+\/$/, ""); // parts have an edition before them

const below = location.href.slice(ROOT.length).split(/[?#]/)[0];

/** The table of the address, or nothing on the start page. */
export const TABLE = below.match(/^t\/([^/]+)$/)?.[1] ?? "";

/** What stands behind the ?, such as `view=initiative&transparent=1`. */
export const asked = new URLSearchParams(location.search);

/** The page of a table, with what opens a seat behind the #. */
export const tablePage = (table, link = "") => `${ROOT}t/${table}${link && `#${link}`}`;

/** A call that is about no seat: JSON from the service, or an error with `problem`. */
export async function ask(path, body, bearer = "") {
  const headers = { ...(body && { "content-type": "application/json" }), ...(bearer && { authorization: `Bearer ${bearer}` }) };
  const reply = await fetch(new URL(path, ROOT), body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers });
  const said = await reply.json();
  if (!reply.ok) throw Object.assign(new Error(said.detail), { problem: said, status: reply.status });
  return said;
}
