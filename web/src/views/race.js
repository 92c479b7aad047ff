// Who runs, and how far: a row for each runner. What is left to do is not known, so there are counts and no percentages.
import { count, grouped, h, seconds } from "../dom.js";
import { running } from "../jobs.js";


export function createRace() {
  const body = h("tbody", {});
  const words = h("p", { class: "muted" });
  const heads = ["method", "split", "state", "states", "rounds", "time", "MB"];
  const facts = h("dl", { class: "facts-list" });
  const element = h("div", { class: "stack" }, words, h("table", { class: "race" },
    h("thead", {}, h("tr", {}, heads.map((head, i) => h("th", { scope: "col", class: i > 2 ? "number" : null }, head)))), body), facts);
  return {
    element,
    show(job, answer = null) {
      const runners = answer?.result?.race?.length ? answer.result.race : job?.runners ?? [];
      facts.replaceChildren(...(answer?.facts ?? []).flatMap(([head, said]) => [h("dt", { class: "muted" }, head), h("dd", {}, said)]));
      words.textContent = !job ? "Nobody has run yet: Ctrl+Enter checks."
        : runners.length ? `${count(runners.length, "runner")}${running(job) ? ", running" : ""}` : running(job) ? "Starting …" : "The answer came before the first count.";
      element.querySelector("table").hidden = !runners.length;
      body.replaceChildren(...runners.map((runner) => h("tr", { class: running(job) && runner.state ? "live" : null },
        h("td", { class: "code" }, runner.method), h("td", { class: "code" }, runner.split || "–"), h("td", {}, runner.state || "waits"),
        [runner.states, runner.rounds, runner.seconds === undefined || runner.seconds === null ? null : seconds(runner.seconds), Math.round(runner.mb ?? runner.peak_memory_mb ?? 0) || null]
          .map((cell) => h("td", { class: "number" }, cell === null || cell === undefined || cell === "" ? "–" : grouped(cell))))));
    },
  };
}
