// Stepping by hand: where every component is, what can happen next, how it came here.
import { post } from "../api.js";
import { announce, count, h, icon, table } from "../dom.js";
import { on, question, state } from "../store.js";

const ENDS = { error: "✕ A property is violated here", deadlock: "✕ Deadlock: nothing can happen any more", stop: "✓ It ended properly" };

export function createStep({ editor }) {
  const title = h("h1", {});
  const about = h("p", { class: "muted" });
  const heading = h("h2", {}, "Components");
  const components = h("div", { class: "scroll plain" });
  const choices = h("ol", { class: "choices", "aria-label": "What can happen" });
  const trail = h("ol", { class: "trail code", "aria-label": "History" });
  const back = h("button", { type: "button", onclick: () => go(path.slice(0, -1)) }, icon("back"), "Back ", h("kbd", {}, "U"));
  const random = h("button", { type: "button", onclick: chance }, "Random ", h("kbd", {}, "R"));
  const reset = h("button", { type: "button", "aria-label": "Start again (Home)", title: "Start again (Home)", onclick: () => go([]) }, icon("first"));
  const element = h("section", { class: "view", "aria-label": "Step" }, h("div", { class: "head" }, h("div", {}, title, about)),
    h("div", { class: "bar" }, reset, back, random, h("span", { class: "space" }), h("span", { class: "muted hint" }, h("kbd", {}, "1"), "…", h("kbd", {}, "9"), " takes an action")),
    h("div", { class: "body stepping" },
      h("div", {}, heading, components), h("div", {}, h("h2", {}, "What can happen"), choices), h("div", {}, h("h2", {}, "History"), trail)));
  let path = [];
  let now = null;
  let asked = "";
  let busy = false;

  on("view model system", () => state.view === "step" && show());

  function show() {
    const key = JSON.stringify(question());
    if (key === asked && now) return draw();
    asked = key;
    go([]);
  }

  async function go(next) {
    if (busy) return;
    busy = true;
    try {
      const answer = await post("/api/simulate", { ...question(), path: next });
      path = next;
      const before = now;
      now = answer;
      draw(before);
      const last = now.history.at(-1);
      announce(`${last ? words(last) : "Start"}. ${now.end ? ENDS[now.end] ?? now.end : `${now.total} can happen next`}`);
    } catch (refusal) {
      if (next.length) about.textContent = refusal.message;
      else refuse(refusal.message);
    } finally {
      busy = false;
    }
  }

  function refuse(message) {
    now = null;
    title.textContent = "Step by step";
    about.textContent = message;
    for (const part of [components, choices, trail]) part.replaceChildren();
    back.disabled = random.disabled = reset.disabled = true;
  }

  function draw(before = null) {
    title.textContent = now.title || state.system;
    const end = ENDS[now.end];
    about.textContent = [end, path.length ? count(path.length, "step") : "at the start", now.seen !== null && now.seen !== undefined && path.length ? `the same state as after step ${now.seen}` : ""].filter(Boolean).join(" · ");
    about.className = now.end === "error" || now.end === "deadlock" ? "bad" : "muted";
    back.disabled = reset.disabled = !path.length;
    random.disabled = !now.choices.length;
    heading.textContent = now.components.length ? "Components" : "Variables";
    components.replaceChildren(...[now.components.length ? where(before) : null, now.rows.length ? values(before) : null].filter(Boolean));
    choices.replaceChildren(...now.choices.flatMap((choice, i) => choice.outcomes.map((outcome, j) => offer(choice, i, outcome, j))));
    if (now.total > now.choices.length) choices.append(h("li", { class: "muted" }, `and ${now.total - now.choices.length} more`));
    if (!now.choices.length) choices.append(h("li", { class: "muted" }, "Nothing: the run ends here."));
    trail.replaceChildren(...now.history.map((event, i) => h("li", {}, h("button", { type: "button", class: "link", title: "Back to after this step", onclick: () => go(path.slice(0, i + 1)) }, unbroken(words(event))))));
    trail.lastElementChild?.scrollIntoView({ block: "nearest" });
    if (state.view === "step") editor.light((now.history.at(-1)?.places ?? []).map((place) => place.line));
  }

  function where(before) {
    const old = new Map((before?.components ?? []).map((c) => [c.name, c.state]));
    return table(["component", "state"], now.components.map((c) => [h("span", { class: "code" }, c.name), h("span", {
      class: `pill code${c.state === "ERROR" ? " wrong" : old.has(c.name) && old.get(c.name) !== c.state ? " fresh" : ""}`, title: c.state }, local(c))]));
  }

  function values(before) {
    const old = new Map((before?.rows ?? []).map((r) => [r.name, r.value]));
    return table(["name", "value"], now.rows.map((r) => [h("span", { class: "code" }, r.name), h("span", {
      class: `pill code${old.has(r.name) && old.get(r.name) !== r.value ? " fresh" : ""}` }, r.value ?? "–")]));
  }

  function offer(choice, i, outcome, j) {
    const wrong = outcome.errors?.length;
    return h("li", {}, h("button", { type: "button", class: wrong ? "choice wrong" : "choice", onclick: () => go([...path, [choice.index, j]]) },
      i < 9 && j === 0 ? h("kbd", {}, i + 1) : h("span", { class: "gap" }), h("b", { class: "code" }, unbroken(words(choice, outcome))), h("span", { class: "code" }, outcome.probability ?? ""),
      h("span", { class: "muted" }, wrong ? `✕ ${outcome.errors.join(", ")} goes wrong` : choice.outcomes.length > 1 ? changes(outcome) : choice.movers.join(", "))));
  }

  function chance() {
    if (!now?.choices.length) return;
    const choice = now.choices[Math.floor(Math.random() * now.choices.length)];
    go([...path, [choice.index, Math.floor(Math.random() * choice.outcomes.length)]]);
  }

  function keys(event) {
    if (!now) return false;
    const digit = /^[1-9]$/.test(event.key) ? now.choices[Number(event.key) - 1] : null;
    if (digit) go([...path, [digit.index, 0]]);
    else if (event.key === "u" && path.length) go(path.slice(0, -1));
    else if (event.key === "r") chance();
    else if (event.key === "Home") go([]);
    else return false;
    return true;
  }

  return { element, show, keys };
}

/** A state without the name of its process: `request.grant` of `CLIENT.request.grant`. */
function local({ name: component, state: name, process }) {
  const own = process || component;
  return name?.startsWith(`${own}.`) ? name.slice(own.length + 1) : name ?? "–";
}

function changes(outcome) {
  return outcome.changes.map((change) => `${change.name}: ${change.after}`).join(", ") || "nothing changes";
}

/** A step in words: its action, or what it reads and changes where steps have no names. */
function words(choice, outcome = choice.outcomes[choice.outcome ?? 0]) {
  if (choice.action) return choice.action;
  const parts = [...Object.entries(choice.inputs ?? {}).map(([name, value]) => `${name} = ${value}`), ...(outcome?.changes ?? []).map((change) => `${change.name} = ${change.after}`)];
  return parts.join(", ") || "nothing changes";
}

/** Lines break between what is said, not within it. */
function unbroken(text) {
  return text.split(", ").flatMap((part, i, parts) => [i ? " " : "", h("span", { class: "whole" }, i < parts.length - 1 ? `${part},` : part)]);
}
