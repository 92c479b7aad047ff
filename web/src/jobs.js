// Jobs on the server: started, followed line by line, stopped, and picked up again after a reload.
import { lines, post, remove } from "./api.js";
import { question, set, state, tell } from "./store.js";

const OVER = new Set(["finished", "stopped", "failed", "lost"]);

/** What is known of a job; `seen` if its answer was looked at before a reload. */
function fresh(id, kind, started) {
  return { id, kind, started, ended: null, state: "queued", place: null, phase: "", runners: [], rounds: [], results: [], rows: [], plot: "", message: "", seen: false };
}

export const running = (job) => Boolean(job) && !OVER.has(job.state);

function hear(job, event) {
  const { type } = event;
  if (type === "queued") Object.assign(job, { state: "queued", place: event.place });
  else if (type === "started") job.state = "running";
  else if (type === "progress") Object.assign(job, { state: "running", runners: event.runners ?? [], phase: event.phase ?? "" });
  else if (type === "round") job.rounds.push(event.view);
  else if (type === "result") job.results.push(event);
  else if (type === "row") job.rows.push(event);
  else if (type === "plot") job.plot = event.svg;
  else if (type === "done") Object.assign(job, { state: event.state, message: event.message ?? "", ended: Date.now() });
}

async function follow(slot, job) {
  let next = 0;
  for (let tries = 0; tries < 4 && running(job); tries++) {
    try {
      await lines(`/api/jobs/${job.id}/events?from=${next}`, (event) => {
        next = event.n + 1;
        tries = 0;
        hear(job, event);
        if (state[slot] === job) tell(slot, `${slot}:${event.type}`);
      });
    } catch (refusal) {
      if (refusal.status) {
        Object.assign(job, { state: "lost", message: refusal.message });
        break;
      }
    }
    if (running(job)) await new Promise((wake) => setTimeout(wake, 700));
  }
  if (running(job)) Object.assign(job, { state: "lost", message: "The studio does not answer any more." });
  if (state[slot] === job) tell(slot);
}

/** Starts a job for a slot (`check` or `trial`); one that still runs there is stopped first. */
export async function start(slot, body) {
  if (running(state[slot])) await stop(slot);
  const job = fresh(null, body.kind, Date.now());
  set({ [slot]: job });
  try {
    const { id, place } = await post("/api/jobs", { ...question(), ...body });
    Object.assign(job, { id, place });
    set({ [`${slot}Job`]: { id, kind: body.kind, started: job.started, seen: false } });
    await follow(slot, job);
  } catch (refusal) {
    Object.assign(job, { state: "failed", message: refusal.message, ended: Date.now() });
    tell(slot);
  }
}

/** Follows the job again that a reload left; the server repeats what it has told. */
export async function resume(slot) {
  const kept = state[`${slot}Job`];
  if (!kept?.id) return;
  const job = { ...fresh(kept.id, kept.kind, kept.started), seen: Boolean(kept.seen) };
  set({ [slot]: job });
  await follow(slot, job);
  if (job.state === "lost" && !job.results.length && !job.rows.length) set({ [slot]: null, [`${slot}Job`]: null });
}

export async function stop(slot) {
  const job = state[slot];
  if (!running(job) || !job.id) return;
  await remove(`/api/jobs/${job.id}`).catch(() => {});
}
