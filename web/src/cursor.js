// The one cursor of a counterexample: which step is looked at. Chart, automata and lit lines follow it.
import { announce, listed } from "./dom.js";
import { set, state } from "./store.js";

/** The result that is shown, and its chart as data; null without a counterexample. */
export const shown = () => state.check?.results[state.result] ?? null;
export const chart = () => shown()?.chart?.json ?? null;
export const steps = () => chart()?.steps.length ?? 0;

/** The step looked at, from 1; 0 is the start. */
export const at = () => Math.max(0, Math.min(state.step, steps()));

export function moveTo(step) {
  set({ step: Math.max(0, Math.min(step, steps())) });
  announce(words());
}

/** The step as data, or null at the start. */
export function step() {
  return at() ? chart().steps[at() - 1] : null;
}

/** Where the whole is after the step. */
export function position() {
  const run = chart();
  if (!run) return null;
  return run.positions[at() ? step().branches[0]?.target ?? at() : 0] ?? null;
}

/** Everywhere that the step may lead: more than one place where coins are tossed. */
export function reached() {
  const run = chart();
  return (step()?.branches ?? [{ target: 0 }]).map((branch) => run?.positions[branch.target]).filter(Boolean);
}

/** The lines of the model that the step comes from. */
export function lit() {
  const file = state.name.split("/").pop();
  return (step()?.moves ?? []).map((move) => move.place)
    .filter((place) => place && (!place.file || place.file.split("/").pop() === file)).map((place) => place.line);
}

/** What the step is: its action, or what it changes where steps have no names. */
export function said() {
  if (!at()) return "";
  const { rows, positions, steps: all } = chart();
  const before = positions[all[at() - 1].source]?.values ?? [];
  return step().action || rows.map((row, i) => [row.name, before[i], position()?.values[i]]).filter(([, old, now]) => old !== now && now).map(([name, , now]) => `${name} = ${now}`).join(", ");
}

function words() {
  if (!at()) return "Start";
  const { lanes } = chart();
  const now = position();
  const moved = step().moves.map((move) => `${lanes[move.lane]?.name} ${now?.states[move.lane] ?? ""}`.trim());
  return `Step ${at()} of ${steps()}: ${said() || "step"}${moved.length ? `; ${listed(moved)}` : ""}`;
}
