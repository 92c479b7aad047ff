// Talking to the studio's server on this machine. The token came in the address and goes out as a header.

const TOKEN = "quidpro.token";

/** What the server refused, with the place in the text if it has one. */
export class Refused extends Error {
  constructor(status, error) {
    super(error?.message ?? `The studio answered ${status}.`);
    Object.assign(this, { status, line: error?.line, column: error?.column });
  }
}

/** Takes the token out of the address (`#t=…`), so that it is neither shown nor copied by accident. */
export function takeToken() {
  const found = new URLSearchParams(location.hash.slice(1)).get("t");
  if (found) {
    sessionStorage.setItem(TOKEN, found);
    history.replaceState(null, "", location.pathname);
  }
}

async function ask(method, path, body, signal) {
  const headers = { "X-Quidpro-Token": sessionStorage.getItem(TOKEN) ?? "" };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const response = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body), signal });
  if (response.ok) return response;
  const answer = await response.json().catch(() => null);
  throw new Refused(response.status, answer?.error);
}

export const get = async (path, signal) => (await ask("GET", path, undefined, signal)).json();
export const post = async (path, body, signal) => (await ask("POST", path, body, signal)).json();
export const put = async (path, body) => (await ask("PUT", path, body)).json();
export const remove = async (path) => { await ask("DELETE", path); };
export const text = async (path) => (await ask("GET", path)).text();

/** Reads a stream of lines, each a JSON value, until it ends. */
export async function lines(path, each, signal) {
  const response = await ask("GET", path, undefined, signal);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    const parts = (rest + value).split("\n");
    rest = parts.pop();
    for (const part of parts) if (part.trim()) each(JSON.parse(part));
  }
}

/** Saves a file of a job: fetched with the token, kept by the browser like any download. */
export async function download(path, name) {
  const blob = await (await ask("GET", path)).blob();
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
