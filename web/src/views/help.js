// The keys, and what they do.
import { h } from "../dom.js";

const KEYS = [
  ["Ctrl+Enter", "check"], ["Esc", "stop"], ["Ctrl+S", "save"], ["F8", "next problem"], ["Ctrl+F", "find in the text"],
  ["J K or ↓ ↑", "step of the counterexample"], ["Home End", "first, last"], ["F", "fold repetitions"],
  ["← →", "round"], ["Space", "play the rounds"], ["H", "transitions that can never be taken"],
  ["1 … 9, U, R", "stepping: take an action, back, at random"], ["Alt+1 … 6", "views"], ["?", "this help"],
];

export function createHelp() {
  const dialog = h("dialog", { class: "help", "aria-label": "Keys", onclick: (event) => event.target === dialog && dialog.close() },
    h("h2", {}, "Keys"),
    h("table", {}, h("tbody", {}, KEYS.map(([keys, words]) => h("tr", {}, h("td", {}, keys.split(" ").map((key) => (/^(or|…)$/.test(key) ? ` ${key} ` : [h("kbd", {}, key.replace(",", "")), " "]))), h("td", {}, words))))),
    h("p", { class: "muted" }, "Single letters work outside the text."),
    h("form", { method: "dialog" }, h("button", { class: "primary", autofocus: true }, "Close")));
  return dialog;
}
