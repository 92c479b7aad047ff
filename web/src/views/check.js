// The answer: verdict and facts, the chart, automata that follow the cursor, the architecture and the race.
import { download } from "../api.js";
import * as cursor from "../cursor.js";
import { count, h, icon, letters, listed, options, picture, seconds, table, tabs } from "../dom.js";
import { running } from "../jobs.js";
import { on, set, state } from "../store.js";
import { figure, mark, reveal } from "./figures.js";
import { createRace } from "./race.js";

const SIGNS = { holds: ["✓", "good", "Holds:"], violated: ["✕", "bad", "Violated:"], unknown: ["?", "muted", "Not known"] };

export function createCheck({ editor, ask }) {
  const verdict = h("h1", { class: "verdict" });
  const facts = h("p", { class: "muted facts" });
  const results = h("select", { id: "results", "aria-label": "Answers", onchange: () => choose(Number(results.value)) });
  const buttons = h("div", { class: "buttons" },
    h("button", { type: "button", onclick: () => keep("report.html") }, icon("down"), "Report"),
    h("button", { type: "button", onclick: () => keep("chart.svg"), "data-needs": "chart" }, icon("down"), "Chart"));
  const race = createRace();
  const chart = h("div", { class: "scroll chart", tabindex: 0, role: "region", "aria-label": "Counterexample, step by step", onclick: pick, onscroll: stick });
  const movers = h("div", { class: "figures strip" });
  const all = h("div", { class: "figures wrap" });
  const architecture = h("div", { class: "scroll plain" });
  const bar = stepBar();
  const empty = h("div", { class: "empty" });
  const body = h("div", { class: "body panes", role: "tabpanel" });
  const row = tabs("Result", [["chart", "Chart"], ["automata", "Automata"], ["architecture", "Architecture"], ["race", "Race"]], (tab) => set({ tab }));
  const element = h("section", { class: "view", "aria-label": "Check" },
    h("div", { class: "head reserved" }, h("div", {}, verdict, facts), buttons), h("div", { class: "tab-row" }, row.element, results, ask.toggle()), body);
  let drawn = null;
  let unfolded = false;
  let clock = 0;

  on("check", showVerdict);
  on("check:result", arrive);
  on("check tab result view", () => state.view === "check" && show());
  on("step", follow);

  /** The first answer is shown, or the first violation; unless a reload has something to come back to. */
  function arrive() {
    const { results: found, seen } = state.check;
    if (seen) return;
    const last = found.length - 1;
    if (!last) state.checkJob = { ...state.checkJob, seen: true };
    if (!last || (outcome(found[last]) === "violated" && found.slice(0, last).every((result) => outcome(result) !== "violated"))) choose(last);
  }

  function choose(index) {
    const result = state.check.results[index];
    set({ result: index, step: result.chart ? 1 : 0, tab: tabFor(result) });
  }

  /** What is best looked at first: the run that goes wrong, or what was assumed for the proof. */
  function tabFor(result) {
    return result.chart ? "chart" : result.automata?.length ? "automata" : result.architecture ? "architecture" : "race";
  }

  function keep(name) {
    const stem = state.name.split("/").pop().replace(/\.\w+$/, "") || "model";
    download(`/api/jobs/${state.check.id}/files/${name}`, `${stem}-${name}`).catch((refusal) => { facts.textContent = refusal.message; });
  }

  function showVerdict() {
    const job = state.check;
    const result = cursor.shown();
    clearTimeout(clock);
    for (const button of buttons.children) button.disabled = !result || ("needs" in button.dataset && !result.chart);
    if (result) {
      const [sign, tone, words] = SIGNS[outcome(result)] ?? SIGNS.unknown;
      verdict.replaceChildren(h("span", { class: tone }, `${sign} ${job.state === "stopped" && tone === "muted" ? "Stopped, not known" : words}`), ` ${short(result)}`);
      verdict.title = result.sentence;
      facts.textContent = brief(result);
      facts.title = facts.textContent;
      facts.classList.toggle("tight", verdict.offsetHeight > 30);
    } else if (running(job)) {
      verdict.replaceChildren(h("span", { class: "muted" }, job.state === "queued" && job.place ? `Waiting: ${job.place} before this` : "Running"));
      facts.textContent = `${seconds((Date.now() - job.started) / 1000)}${job.phase ? ` · ${job.phase}` : ""}`;
      clock = setTimeout(showVerdict, 250);
    } else {
      verdict.replaceChildren(h("span", { class: "muted" }, { stopped: "Stopped", failed: "No answer", lost: "No answer" }[job?.state] ?? "Not checked yet"));
      facts.title = "";
      facts.textContent = job?.message || (job ? "" : "Ctrl+Enter checks the system chosen above.");
    }
    showResults();
    if (state.tab === "race" || running(job)) race.show(job, result);
  }

  function showResults() {
    const found = state.check?.results ?? [];
    results.hidden = found.length < 2;
    options(results, found.map((result, i) => [String(i), `${(SIGNS[outcome(result)] ?? SIGNS.unknown)[0]} ${label(result, i)}`]), String(state.result));
  }

  function show() {
    showVerdict();
    const result = cursor.shown();
    if (state.view === "check") body.before(ask.element);
    const waiting = running(state.check) && !result;
    const tab = waiting ? "race" : state.tab;
    row.show(tab);
    if (result !== drawn) draw(result);
    bar.element.hidden = !cursor.steps();
    if (tab === "race") race.show(state.check, result);
    body.replaceChildren(...pane(tab, result));
    follow();
  }

  function pane(tab, result) {
    if (tab === "race") return [h("div", { class: "scroll plain" }, race.element)];
    if (!result) return [nothing("The answer comes here.")];
    if (tab === "architecture") return [architecture.childElementCount ? architecture : nothing("No picture of the architecture.")];
    if (tab === "automata") return all.childElementCount ? [bar.element, all] : [nothing("No automata to show.")];
    return result.chart ? [chart, bar.element, movers] : [nothing("No counterexample: there is no run to show.")];
  }

  function nothing(words) {
    empty.textContent = words;
    return empty;
  }

  function draw(result) {
    drawn = result;
    const { svg, json, unfolded: whole } = result?.chart ?? {};
    chart.replaceChildren(...[picture((unfolded && whole) || svg), json && twin(json)].filter(Boolean));
    architecture.replaceChildren(...[picture(result?.architecture)].filter(Boolean));
    const automata = (result?.automata ?? []).filter((automaton) => automaton);
    const make = (automaton) => {
      const made = figure(automaton.name, { ...automaton, kind: json?.lanes[automaton.lane]?.kind });
      made.dataset.lane = automaton.lane ?? "";
      return made;
    };
    movers.replaceChildren(...[json?.waiting.length ? waits(json) : null, ...automata.map(make)].filter(Boolean));
    all.replaceChildren(...automata.map(make));
    movers.hidden = !movers.childElementCount;
    bar.fold.hidden = !whole && !chart.querySelector("[data-last]");
  }

  /** Chart, automata and text follow the cursor. */
  function follow() {
    if (!cursor.chart()) {
      editor.light([]);
      return;
    }
    const k = cursor.at() - 1;
    bar.show();
    let shown = null;
    for (const group of chart.querySelectorAll("[data-step]")) {
      const here = k >= Number(group.dataset.step) && k <= Number(group.dataset.last ?? group.dataset.step);
      group.classList.toggle("on", here);
      if (here) shown = group;
    }
    const target = cursor.step()?.branches.map((branch) => String(branch.target)) ?? ["0"];
    for (const node of chart.querySelectorAll("[data-position]")) node.classList.toggle("on", target.includes(node.dataset.position));
    shown = chart.querySelector("[data-position].on") ?? shown;
    if (shown && state.view === "check") reveal(chart, shown, 48);
    lightAutomata();
    if (state.view === "check") editor.light(cursor.lit());
  }

  function lightAutomata() {
    const moves = new Map((cursor.step()?.moves ?? []).map((move) => [move.lane, move]));
    const reached = cursor.reached();
    for (const made of [...movers.children, ...all.children]) {
      if (made.classList.contains("waits")) {
        made.hidden = cursor.at() < cursor.steps();
        continue;
      }
      const lane = made.dataset.lane === "" ? -1 : Number(made.dataset.lane);
      made.classList.toggle("moves", moves.has(lane));
      if (made.parentElement === movers) made.hidden = moves.size > 0 && !moves.has(lane);
      mark(made, reached.map((position) => position.numbers[lane]), moves.get(lane)?.transition);
    }
  }

  function pick(event) {
    const group = event.target.closest("[data-step]");
    if (group) cursor.moveTo(Number(group.dataset.step) + 1);
  }

  /** Heads and actions stay in sight while the rest of the chart scrolls. */
  function stick() {
    const [actions, heads] = [".actions", ".heads"].map((name) => chart.querySelector(name));
    if (!heads || !actions) return;
    if (!heads.querySelector(".behind")) {
      const [above, beside] = [heads.getBBox(), actions.getBBox()];
      heads.parentElement.append(heads);
      heads.prepend(behind(above.x + above.width + 6, above.y + above.height + 6));
      actions.prepend(behind(Math.min(beside.x + beside.width + 6, above.x - 2), beside.y + beside.height + 6));
    }
    heads.setAttribute("transform", `translate(0 ${chart.scrollTop})`);
    heads.classList.toggle("apart", chart.scrollTop > 8);
    actions.setAttribute("transform", `translate(${chart.scrollLeft} 0)`);
    actions.classList.toggle("apart", chart.scrollLeft > 8);
  }

  function stepBar() {
    const button = (name, words, go) => h("button", { type: "button", "aria-label": words, title: words, onclick: go }, icon(name));
    const where = h("span", { class: "code where" });
    const action = h("span", { class: "code action" });
    const fold = h("button", { type: "button", title: "Fold repetitions (F)", onclick: turnFold }, icon("fold"), "Fold");
    const made = h("div", { class: "bar steps", role: "group", "aria-label": "Steps" },
      button("first", "Start (Home)", () => cursor.moveTo(0)), button("back", "Step back (K)", () => cursor.moveTo(cursor.at() - 1)), where,
      button("on", "Next step (J)", () => cursor.moveTo(cursor.at() + 1)), button("last", "Last step (End)", () => cursor.moveTo(cursor.steps())), action,
      h("span", { class: "space" }), fold, h("span", { class: "muted hint" }, h("kbd", {}, "J"), " ", h("kbd", {}, "K"), " step"));
    return {
      element: made, fold,
      show() {
        where.textContent = cursor.at() ? `step ${cursor.at()} / ${cursor.steps()}` : `start / ${cursor.steps()}`;
        action.textContent = action.title = cursor.said();
        fold.setAttribute("aria-pressed", !unfolded);
      },
    };
  }

  function turnFold() {
    if (!cursor.shown()?.chart?.unfolded) return;
    unfolded = !unfolded;
    draw(cursor.shown());
    follow();
  }

  function keys(event) {
    const go = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[event.key];
    if (event.key === "f") turnFold();
    else if (!cursor.steps()) return false;
    else if (go) cursor.moveTo(cursor.at() + go);
    else if (event.key === "Home") cursor.moveTo(0);
    else if (event.key === "End") cursor.moveTo(cursor.steps());
    else return false;
    return true;
  }

  return { element, show, keys };
}

/** `holds`, `violated`, … of a published result. */
function outcome(result) {
  return result.result?.verdict ?? result.result?.outcome ?? "unknown";
}

function label(result, i) {
  return result.result?.property ?? result.chart?.json?.title ?? result.sentence ?? `result ${i + 1}`;
}

/** The sentence without the text of a formula that has a name. */
function short({ sentence, result }) {
  return result?.text && sentence.endsWith(`: ${result.text}`) ? sentence.slice(0, -result.text.length - 2) : sentence;
}

/** The facts that matter most, in a line: `4 steps · 13 states, 17 transitions · certified`. */
function brief({ chart, facts, result }) {
  const known = new Map(facts);
  const certified = known.get("certified") ?? "";
  return [chart && count(chart.json.steps.length, "step"), known.get("explored"), result?.stats && seconds(result.stats.seconds), result?.reason,
    certified.startsWith("yes") ? certified.replace(/^yes, /, "").replace(/ \([^()]*\)$/, "") : certified && `certified: ${certified}`].filter(Boolean).join(" · ");
}

/** Who waits for whom at a deadlock. */
function waits({ lanes, waiting, cycle }) {
  const name = (lane) => lanes[lane]?.name ?? "";
  const rows = waiting.map((wait) => [h("span", { class: "code" }, name(wait.lane)), h("span", { class: "code" }, wait.action), h("span", { class: "code" }, listed(wait.missing.map(name))),
    h("span", { class: "code muted" }, wait.held_by === null || wait.held_by === undefined ? "" : name(wait.held_by))]);
  return h("section", { class: "figure waits" }, h("h2", {}, "Who waits for whom"),
    cycle.length ? h("p", { class: "word" }, letters([...cycle, cycle[0]].map(name))) : null,
    table(["who", "would do", "but needs", "held by"], rows));
}

/** What is behind letters that stay in place while others pass. */
function behind(width, height) {
  const box = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  for (const [name, value] of Object.entries({ class: "behind", width, height, fill: "var(--surface)" })) box.setAttribute(name, value);
  return box;
}

/** The chart once more as a table, for those who cannot see it. */
function twin(chart) {
  const rows = chart.steps.map((step, i) => [i + 1, step.action,
    step.moves.map((move) => `${chart.lanes[move.lane]?.name}: ${chart.positions[step.branches[0]?.target]?.states[move.lane] ?? ""}`).join("; ")]);
  return h("div", { class: "sr-only" }, table(["step", "action", "states after it"], rows, { caption: chart.title }));
}
