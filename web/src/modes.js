// Highlighting for the three languages: words, numbers, comments. What is right or wrong is said by the server.
import { StreamLanguage } from "@codemirror/language";

const words = (text) => new Set(text.trim().split(/\s+/));

const FSP = {
  line: "//", open: "/*", close: "*/",
  keywords: words(`const range set property progress menu import if then else forall foreach exists when fluent assert
    constraint ltl_property minimal deterministic compose initially rigid def safety controller`),
  atoms: words("STOP END ERROR tau"),
};
const SMV = {
  line: "--", open: "/--", close: "--/",
  keywords: words(`MODULE VAR IVAR FROZENVAR DEFINE CONSTANTS ASSIGN INIT TRANS INVAR SPEC CTLSPEC LTLSPEC INVARSPEC PSLSPEC
    FAIRNESS JUSTICE COMPASSION COMPUTE ISA NAME FUN init next case esac boolean integer real word signed unsigned array of
    process self in union mod xor xnor count toint bool swconst uwconst extend resize A E F G H O S T U V X Y Z AF AG AX EF EG EX`),
  atoms: words("TRUE FALSE"),
};
const PRISM = {
  line: "//", open: null, close: null,
  keywords: words(`mdp dtmc ctmc probabilistic nondeterministic stochastic pta const int double bool formula label module endmodule
    rewards endrewards init endinit system endsystem global invariant endinvariant min max floor ceil pow mod log filter
    P R S A E F G U W X C I Pmin Pmax Rmin Rmax`),
  atoms: words("true false clock"),
};

function mode({ line, open, close, keywords, atoms }) {
  return StreamLanguage.define({
    startState: () => ({ inside: false }),
    token(stream, state) {
      if (state.inside) return comment(stream, state);
      if (stream.eatSpace()) return null;
      if (open && stream.match(open)) {
        state.inside = true;
        return comment(stream, state);
      }
      if (stream.match(line)) {
        stream.skipToEnd();
        return "comment";
      }
      if (stream.match(/^"[^"]*"?/) || stream.match(/^'[a-z]\w*/)) return "string";
      if (stream.match(/^\d[\w.]*(?<!\.)/)) return "number";
      const word = stream.match(/^[A-Za-z_][\w$#]*/);
      if (word) return keywords.has(word[0]) ? "keyword" : atoms.has(word[0]) ? "atom" : /^[A-Z]/.test(word[0]) ? "typeName" : "variableName";
      if (stream.match(/^(->|<->|:=|<=|>=|!=|==|&&|\|\||\.\.|[-+*/%=<>!&|?:])/)) return "operator";
      stream.next();
      return null;
    },
    languageData: { commentTokens: open ? { line, block: { open, close } } : { line } },
  });
  function comment(stream, state) {
    if (stream.skipTo(close)) {
      stream.match(close);
      state.inside = false;
    } else stream.skipToEnd();
    return "comment";
  }
}

const MODES = { lts: mode(FSP), smv: mode(SMV), prism: mode(PRISM) };
const SUFFIXES = { fsp: "lts", lts: "lts", smv: "smv", prism: "prism", pm: "prism", nm: "prism", sm: "prism" };

/** What the language of a file is called. */
export function languageOf(name) {
  return { lts: "FSP", smv: "SMV", prism: "PRISM" }[SUFFIXES[suffix(name)]] ?? suffix(name).toUpperCase();
}

const suffix = (name) => name.split(".").pop().toLowerCase();

/** The mode for a file, by how its name ends; none for other files. */
export function modeOf(name) {
  return MODES[SUFFIXES[suffix(name)]] ?? [];
}
