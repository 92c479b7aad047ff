// The text at the left: highlighted, with problems at their places and the lines of the step lit.
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { HighlightStyle, bracketMatching, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap, nextDiagnostic, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, drawSelection, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { modeOf } from "./modes.js";

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: "var(--accent)", fontWeight: "600" },
  { tag: tags.atom, color: "var(--bad)", fontWeight: "600" },
  { tag: tags.comment, color: "var(--muted)" },
  { tag: tags.operator, color: "var(--muted)" },
  { tag: tags.string, color: "var(--good)" },
]);

// The marks of CodeMirror's own lint theme are pictures in data: addresses, which the page's policy refuses.
const looks = EditorView.theme({
  "&": { height: "100%", fontSize: "13px", color: "var(--ink)", backgroundColor: "var(--surface)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "20px", fontVariantLigatures: "none", overflow: "auto" },
  ".cm-content": { padding: "8px 0", caretColor: "var(--ink)" },
  ".cm-line": { padding: "0 12px 0 9px" },
  ".cm-gutters": { backgroundColor: "var(--surface)", color: "var(--muted)", border: "none", paddingLeft: "4px" },
  ".cm-lineNumbers .cm-gutterElement": { padding: "0 4px 0 8px", minWidth: "28px" },
  ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--sunk) 65%, transparent)" },
  ".cm-activeLineGutter": { backgroundColor: "transparent", color: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)", borderLeftWidth: "2px" },
  ".cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground": { backgroundColor: "var(--selection) !important" },
  ".cm-selectionMatch": { backgroundColor: "var(--sunk)" },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--accent-soft)", outline: "1px solid var(--accent)" },
  "&.cm-focused .cm-nonmatchingBracket": { backgroundColor: "var(--bad-soft)" },
  ".cm-lit, .cm-lit.cm-activeLine": { backgroundColor: "var(--accent-soft)", boxShadow: "inset 3px 0 var(--accent)" },
  ".cm-lintRange": { backgroundImage: "none !important", paddingBottom: "0" },
  ".cm-lintRange-error": { textDecoration: "underline wavy var(--bad)", textUnderlineOffset: "3px" },
  ".cm-lintRange-warning, .cm-lintRange-info": { textDecoration: "underline dotted var(--muted)", textUnderlineOffset: "3px" },
  ".cm-lintRange-active": { backgroundColor: "var(--bad-soft)" },
  ".cm-lintPoint::after": { borderBottomColor: "var(--bad) !important" },
  ".cm-gutter-lint": { width: "16px" },
  ".cm-gutter-lint .cm-gutterElement": { padding: "0" },
  ".cm-lint-marker": { content: "normal !important", width: "16px", height: "20px", fontWeight: "600", textAlign: "center" },
  ".cm-lint-marker-error::before": { content: '"✕"', color: "var(--bad)" },
  ".cm-lint-marker-warning::before": { content: '"!"', color: "var(--muted)" },
  ".cm-lint-marker-info::before": { content: '"i"', color: "var(--muted)" },
  ".cm-tooltip": { backgroundColor: "var(--surface)", border: "1px solid var(--line)", borderRadius: "6px", boxShadow: "0 4px 16px rgb(0 0 0 / 16%)", maxWidth: "460px" },
  ".cm-diagnostic": { fontFamily: "var(--sans)", fontSize: "13px", lineHeight: "1.45", padding: "6px 10px", whiteSpace: "pre-wrap", marginLeft: "0", borderRadius: "6px" },
  ".cm-diagnostic-error": { borderLeft: "3px solid var(--bad)" },
  ".cm-diagnostic-warning, .cm-diagnostic-info": { borderLeft: "3px solid var(--muted)" },
  ".cm-panels": { backgroundColor: "var(--sunk)", color: "var(--ink)", borderColor: "var(--line)" },
  ".cm-panel.cm-search": { fontFamily: "var(--sans)", padding: "8px 12px" },
  ".cm-panel.cm-search label": { fontSize: "12px" },
  ".cm-panel.cm-search [name=close]": { fontSize: "18px", color: "var(--muted)" },
  ".cm-textfield": { fontSize: "13px", border: "1px solid var(--line)", borderRadius: "4px", backgroundColor: "var(--surface)", color: "var(--ink)" },
  ".cm-button": { fontSize: "13px", backgroundImage: "none", border: "1px solid var(--line)", borderRadius: "4px", backgroundColor: "var(--surface)", color: "var(--ink)" },
  ".cm-searchMatch": { backgroundColor: "var(--accent-soft)" },
  ".cm-searchMatch-selected": { outline: "2px solid var(--accent)" },
});

const setLit = StateEffect.define();
const litLine = Decoration.line({ class: "cm-lit" });
const lit = StateField.define({
  create: () => Decoration.none,
  update(marks, change) {
    for (const effect of change.effects)
      if (effect.is(setLit))
        return Decoration.set(effect.value.filter((n) => n <= change.state.doc.lines).map((n) => litLine.range(change.state.doc.line(n).from)));
    return change.docChanged ? Decoration.none : marks;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** A place (line and column from 1) as an offset; beyond a line's end is its end. */
function offset(doc, line, column) {
  const found = doc.line(Math.max(1, Math.min(doc.lines, line)));
  return Math.min(found.to, found.from + Math.max(0, (column ?? 1) - 1));
}

function diagnostic(doc, problem) {
  const from = offset(doc, problem.line ?? 1, problem.column);
  let to = problem.end_line ? offset(doc, problem.end_line, problem.end_column) : from;
  if (to <= from) to = Math.min(doc.lineAt(from).to, from + (/^\w+/.exec(doc.sliceString(from, from + 40))?.[0].length ?? 1));
  const severity = problem.severity === "error" || problem.severity === "warning" ? problem.severity : "info";
  return { from, to, severity, message: problem.hint ? `${problem.message}\n${problem.hint}` : problem.message };
}

/** The editor in `host`: in a shadow tree, where CodeMirror's styles need no inline style element. */
export function createEditor(host, changed) {
  const root = host.attachShadow({ mode: "open" });
  const language = new Compartment();
  const extensions = [
    lineNumbers(), history(), drawSelection(), highlightActiveLine(), highlightActiveLineGutter(), bracketMatching(), search({ top: true }),
    highlightSelectionMatches({ minSelectionLength: 2 }), indentUnit.of("    "), EditorState.tabSize.of(4), lintGutter(), lit, language.of([]),
    // Ctrl+Enter checks, here as everywhere.
    keymap.of([...lintKeymap, ...searchKeymap, ...historyKeymap, ...defaultKeymap.filter(({ key }) => key !== "Mod-Enter")]),
    EditorView.contentAttributes.of({ "aria-label": "Model text" }),
    EditorView.updateListener.of((update) => update.docChanged && changed()),
    syntaxHighlighting(colours), looks,
  ];
  const view = new EditorView({ root, parent: root });
  return {
    view,
    get text() { return view.state.doc.toString(); },
    open(name, text) {
      view.setState(EditorState.create({ doc: text, extensions }));
      view.dispatch({ effects: language.reconfigure(modeOf(name)) });
    },
    problems(found) { view.dispatch(setDiagnostics(view.state, found.map((problem) => diagnostic(view.state.doc, problem)))); },
    nextProblem() { view.focus(); nextDiagnostic(view); },
    /** Lights these lines and shows the first, if none of them can be seen. */
    light(numbers) {
      const sorted = [...new Set(numbers)].filter((n) => n >= 1 && n <= view.state.doc.lines).sort((a, b) => a - b);
      const effects = [setLit.of(sorted)];
      if (sorted.length && !sorted.some((n) => seen(view.state.doc.line(n).from)))
        effects.push(EditorView.scrollIntoView(view.state.doc.line(sorted[0]).from, { y: "center" }));
      view.dispatch({ effects });
    },
    goTo(line, column) {
      const at = offset(view.state.doc, line, column);
      view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
      view.focus();
    },
    holds: (event) => event.composedPath().includes(host),
  };
  function seen(position) {
    const box = view.scrollDOM.getBoundingClientRect();
    const top = view.documentTop + view.lineBlockAt(position).top;
    return top >= box.top && top + 20 <= box.bottom;
  }
}
