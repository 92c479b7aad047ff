// What the page knows, who wants to hear of it, and what a reload brings back.

const KEPT = ["name", "path", "stamp", "text", "saved", "system", "method", "constants", "view", "checkJob", "trialJob",
  "step", "result", "round", "run", "tab", "options", "checked", "published"];
const PLACE = "quidpro.state";

export const state = {
  session: null, model: null, name: "", path: null, stamp: null, text: "", saved: "", system: "", method: "auto",
  constants: {}, view: "model", checkJob: null, trialJob: null, step: 1, result: 0, round: 0, run: "", runner: "", tab: "chart",
  options: {}, published: true, checked: null, check: null, trial: null,
};

const listeners = new Map();

/** Calls `hear` when one of the named parts changes. */
export function on(names, hear) {
  for (const name of names.split(" ")) listeners.set(name, [...(listeners.get(name) ?? []), hear]);
}

/** Changes parts of the state and tells those who asked, once each. */
export function set(changes) {
  Object.assign(state, changes);
  if (KEPT.some((name) => name in changes)) keep();
  tell(...Object.keys(changes));
}

/** Tells that these parts changed inside. */
export function tell(...names) {
  for (const hear of new Set(names.flatMap((name) => listeners.get(name) ?? []))) hear();
}

function keep() {
  try {
    sessionStorage.setItem(PLACE, JSON.stringify(Object.fromEntries(KEPT.map((name) => [name, state[name]]))));
  } catch { /* more than the browser keeps: a reload then starts afresh */ }
}

/** Brings back what the page knew before a reload; whether there was anything. */
export function restore() {
  const kept = JSON.parse(sessionStorage.getItem(PLACE) ?? "null");
  if (kept) Object.assign(state, kept);
  return Boolean(kept?.text);
}

/** What every question about the model carries. */
export function question() {
  return { name: state.path ?? state.name, text: state.text, constants: state.constants, system: state.system || null };
}
