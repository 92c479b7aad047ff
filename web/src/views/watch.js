// An assumption being found, round by round: what was conjectured, what the teacher answered, what that taught.
import { announce, count, h, icon, letters, listed, options, picture, table } from "../dom.js";
import { running } from "../jobs.js";
import { on, set, state } from "../store.js";

const PAUSE = 1800;
const SIGNS = { holds: "✓ holds", fails: "✕ fails" };

export function createWatch({ check, ask }) {
  const title = h("h1", {});
  const about = h("p", { class: "muted" });
  const which = h("select", { "aria-label": "Run", onchange: () => set({ run: which.value, round: 0 }) });
  const who = h("select", { "aria-label": "Runner", onchange: () => set({ runner: who.value, run: "", round: 0 }) });
  const published = h("input", { type: "checkbox", id: "published", onchange: () => set({ published: published.checked }) });
  const timeline = h("div", { class: "timeline", role: "tablist", "aria-label": "Rounds" });
  const playing = h("button", { type: "button", class: "primary", onclick: play }, icon("play"), "Play");
  const button = (name, words, go) => h("button", { type: "button", "aria-label": words, title: words, onclick: go }, icon(name));
  const bar = h("div", { class: "bar rounds" },
    button("first", "First round (Home)", () => go(0)), button("back", "Round before (←)", () => go(at() - 1)), playing,
    button("on", "Next round (→)", () => go(at() + 1)), timeline,
    h("span", { class: "muted hint" }, h("kbd", {}, "←"), " ", h("kbd", {}, "→"), " round ", h("kbd", {}, "space"), " play"));
  const stage = h("div", { class: "card stage", role: "tabpanel" });
  const side = h("div", { class: "side" });
  const grid = h("div", { class: "watch" }, stage, side);
  const empty = h("div", { class: "card invitation" });
  const element = h("section", { class: "view wide", "aria-label": "Watch" }, h("div", { class: "head" }, h("div", {}, title, about), h("div", { class: "choose" }, who, which, h("label", { title: "Exactly the algorithm of the paper: more rounds to watch" }, published, "as published"), ask.toggle())), bar, grid, empty);
  let timer = 0;
  let hidden = true;
  let followed = true;

  on("check:round", () => {
    if (followed) state.round = rounds().length - 1;
    if (state.view === "watch") show();
  });
  on("check", () => {
    if (state.check && !state.check.id) followed = true;
    if (state.view === "watch" && !state.check?.rounds.length) show();
  });
  on("check:done model method", () => state.view === "watch" && show());
  on("round run runner view", () => state.view === "watch" && show());

  /** Those of a race who made rounds; one of them is watched: the one that was chosen, the winner, or the first. */
  const runners = () => [...new Set((state.check?.rounds ?? []).map((view) => view.runner))];
  function runner() {
    const found = runners();
    const winners = (state.check?.results ?? []).map(({ result }) => named(result.winner));
    return [state.runner, ...winners, found[0]].find((one) => found.includes(one));
  }

  /** Runs are apart: each question, each run and each level has its own rounds, and so has each turn of a race. */
  function runs() {
    const found = new Map();
    for (const view of (state.check?.rounds ?? []).filter((one) => one.runner === runner())) {
      const key = [view.asked, view.run, view.level, ...(view.turn > 1 ? [`turn ${view.turn}`] : [])].join(" · ");
      found.set(key, [...(found.get(key) ?? []), view]);
    }
    return found;
  }
  function rounds() {
    const found = runs();
    return found.get(state.run) ?? [...found.values()].at(-1) ?? [];
  }
  const at = () => Math.max(0, Math.min(state.round, rounds().length - 1));

  function go(round) {
    followed = round >= rounds().length - 1;
    set({ round: Math.max(0, Math.min(round, rounds().length - 1)) });
    const view = rounds()[at()];
    if (view) announce(`Round ${view.number}: ${view.title}. ${view.verdict}. ${view.lesson}`);
  }

  function show() {
    const found = runs();
    const views = rounds();
    bar.before(ask.element);
    grid.hidden = bar.hidden = !views.length;
    empty.hidden = Boolean(views.length);
    which.hidden = found.size < 2;
    who.hidden = runners().length < 2;
    published.checked = state.published;
    if (!views.length) return invite();
    options(which, [...found.keys()].map((key) => [key, key]), found.has(state.run) ? state.run : [...found.keys()].at(-1));
    options(who, runners().map((one) => [one, one]), runner());
    const view = views[at()];
    title.textContent = heading(view);
    about.textContent = [state.name.split("/").pop(), view.runner, view.run, view.asked, view.level ? `level ${view.level}` : "", view.alphabet.length ? `alphabet of ${view.alphabet.length}` : "",
      running(state.check) ? "still running" : ""].filter(Boolean).join(" · ");
    about.title = view.alphabet.length ? `Alphabet: ${view.alphabet.join(", ")}` : "";
    showTimeline(views);
    showStage(view);
    side.replaceChildren(...[answer(view), premises(view), growth(views), learned(view)].filter(Boolean));
  }

  function invite() {
    title.textContent = "Watch an assumption being found";
    const busy = running(state.check);
    about.textContent = busy ? "Running: the first round is not over yet." : "A proof by parts looks for what one part must assume of the others, round by round.";
    const methods = (state.model?.methods ?? []).filter((method) => method.rounds && method.name !== "auto");
    empty.replaceChildren(
      h("p", {}, state.check && !busy && !state.check.rounds.length ? "The last check had no rounds to show. Choose a method that works in rounds:" : "Choose a method that works in rounds:"),
      h("ul", { class: "methods" }, methods.map((method) => h("li", {},
        h("button", { type: "button", disabled: busy, onclick: () => { set({ method: method.name }); check(); } }, icon("play"), method.name),
        h("span", { class: "muted" }, method.summary ?? "")))));
  }

  /** Where the numbers begin again, a gap says so: a larger alphabet, for one, starts from nothing. */
  function showTimeline(views) {
    const look = (i) => [i < at() && "done", i && views[i].number <= views[i - 1].number && "again"].filter(Boolean).join(" ") || null;
    timeline.replaceChildren(...views.map((view, i) => h("button", {
      type: "button", role: "tab", "aria-selected": i === at(), tabindex: i === at() ? 0 : -1, class: look(i), "data-round": view.number,
      "aria-label": `Round ${view.number}`, onclick: () => go(i) }, views.length > 12 ? String(view.number) : `Round ${view.number}`)));
    timeline.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  function showStage(view) {
    const turn = h("button", { type: "button", class: "link", id: "hidden", "aria-pressed": !hidden, onclick: turnHidden });
    const drawn = view.conjectures.map((one) => conjecture(one, view.conjectures.length > 1));
    stage.replaceChildren(
      h("div", { class: "legend" }, h("h2", {}, view.title), h("span", { class: "space" }),
        turn, h("span", { class: "keys" }, h("span", { class: "key new" }, "new in this round"), h("span", { class: "key wrong" }, "run that went wrong"))),
      h("div", { class: "conjectures" }, drawn),
      view.picture ? h("div", { class: "taught" }, h("p", { class: "muted" }, sentence(view.word_caption)), h("div", { class: "scroll plain", tabindex: 0, role: "region", "aria-label": "Tree" }, picture(view.picture))) : "");
    stage.classList.toggle("all", !hidden);
    const some = stage.querySelectorAll(".unreachable").length;
    turn.hidden = !some;
    turn.replaceChildren(`${hidden ? "show" : "hide"} what is never taken `, h("kbd", {}, "H"));
  }

  function conjecture(one, several) {
    const drawn = picture(one.svg);
    return h("figure", { class: "conjecture", "data-name": one.name },
      several && h("figcaption", {}, h("b", { class: "code" }, one.name), h("span", { class: "muted" },
        ` ${count(one.states, "state")}, ${count(one.transitions, "transition")}${one.new_states ? `, ${one.new_states} new` : ""}${one.about.length ? ` · about ${one.about.join(", ")}` : ""}`)),
      drawn ? h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": `Conjecture ${one.name}` }, drawn) : null,
      one.caption && h("p", { class: "muted" }, hidden ? one.caption : one.caption.replace(/: hidden/, ": dotted")));
  }

  function answer(view) {
    const good = view.outcome === "holds" || view.verdict.startsWith("holds");
    return h("section", { class: "card answer" }, h("h2", {}, "The teacher’s answer"),
      h("p", { class: `verdict ${good ? "good" : "bad"}` }, `${good ? "✓ " : ""}${sentence(view.verdict)}`),
      h("p", {}, view.lesson),
      view.word.length ? h("p", { class: "muted" }, `${sentence(view.word_caption)}${view.word_caption ? ":" : ""}`) : null,
      view.word.length ? h("p", { class: "word" }, letters(view.word)) : null);
  }

  function premises(view) {
    if (!view.premises.length) return null;
    const rows = view.premises.map((p) => [h("span", {}, `${p.number}  `, h("span", { class: "code muted" }, p.text)), p.states || "–", p.transitions || "–",
      h("span", { class: { holds: "good", fails: "bad" }[p.outcome] ?? "muted" }, SIGNS[p.outcome] ?? p.outcome)]);
    return h("section", { class: "card" }, h("h2", {}, "Premises"), table(["premise", "states", "transitions", ""], rows, { numeric: [1, 2] }));
  }

  function growth(views) {
    const sizes = views.map((view) => view.conjectures.reduce((sum, one) => sum + one.states, 0));
    const top = Math.max(...sizes, 1);
    const bars = sizes.map((size, i) => {
      const bar = h("button", { type: "button", tabindex: -1, "aria-label": `Round ${views[i].number}: ${count(size, "state")}`, "aria-current": i === at(), onclick: () => go(i) },
        views.length <= 24 ? h("span", {}, size) : null, h("i", {}), views.length <= 24 ? h("span", { class: "muted" }, views[i].number) : null);
      bar.querySelector("i").style.height = `${Math.max(3, Math.round((48 * size) / top))}px`;
      return bar;
    });
    const fresh = views[at()].conjectures.reduce((sum, one) => sum + one.new_states, 0);
    return h("section", { class: "card" }, h("h2", {}, "Growth"), h("div", { class: "growth" }, bars),
      h("p", { class: "muted" }, `states per round${at() ? `; this round ${fresh ? `+${fresh}` : "no new state"}` : ""}`));
  }

  function learned(view) {
    if (!view.table?.rows.length) return null;
    return h("section", { class: "card" }, h("h2", {}, "What the learner knows"), h("div", { class: "scroll plain code", tabindex: 0 }, table(view.table.head, view.table.rows)),
      view.table.caption && h("p", { class: "muted" }, view.table.caption));
  }

  function turnHidden() {
    hidden = !hidden;
    show();
  }

  function play() {
    if (timer) return pause();
    if (at() === rounds().length - 1) go(0);
    playing.replaceChildren(icon("pause"), "Pause");
    timer = setInterval(() => {
      go(at() + 1);
      if (at() === rounds().length - 1 && !running(state.check)) pause();
    }, PAUSE);
  }
  function pause() {
    clearInterval(timer);
    timer = 0;
    playing.replaceChildren(icon("play"), "Play");
  }

  function keys(event) {
    if (!rounds().length) return false;
    if (event.key === "ArrowLeft") go(at() - 1);
    else if (event.key === "ArrowRight") go(at() + 1);
    else if (event.key === "Home") go(0);
    else if (event.key === "End") go(rounds().length - 1);
    else if (event.key === " " && !event.target.closest("button")) play();
    else if (event.key === "h") turnHidden();
    else return false;
    return true;
  }

  return { element, show, keys, leave: pause };
}

/** A runner of a race as its rounds name it. */
function named(winner) {
  if (!winner) return "";
  const details = Object.entries(winner.options).map(([name, value]) => `${name} ${value}`);
  return [winner.method, ...(winner.split === null ? [] : [`split ${winner.split}`]), ...details].join(", ");
}

function heading(view) {
  const about = view.conjectures[0]?.about ?? [];
  if (view.conjectures.length === 1 && about.length) return `What must be assumed of ${listed(about.length > 4 ? [...about.slice(0, 3), `${about.length - 3} more`] : about)}?`;
  if (view.conjectures.length < 2) return "What must the others keep?";
  return chained(view.conjectures) ? "What must each part assume of those after it?" : "What does each part guarantee the others?";
}

function sentence(words) {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** Whether each conjecture is about fewer parts than the one before. */
function chained(conjectures) {
  return conjectures.every(({ about }, i) => !i || (about.length < conjectures[i - 1].about.length && about.every((name) => conjectures[i - 1].about.includes(name))));
}
