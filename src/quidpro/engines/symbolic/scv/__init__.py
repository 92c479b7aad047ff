"""SCV: assumptions learned in decision diagrams (Alur, Madhusudan and Nam, CAV 2005), on modules cut from a flat model.

Where the paper's pseudo-code is wrong or leaves something open, this is what is done here (errata 14 to 17 of
docs/papers.md):

- A letter is a valuation of the communication variables in one state: the outputs of that state and the inputs read
  in it. A word is a sequence of letters from the initial state on; M1 can do it if some run of M1 shows these letters
  (erratum 17).
- A word is bad as soon as M1 can do some prefix of it whose last state violates the property (¬φ is absorbing), so
  that one rejecting state, which is never left, is enough (erratum 15).
- ``addE`` starts from the bad states and stores the states from which the suffix can go wrong, not the complement
  (erratum 14).
- The state candidates are not halves of the known vectors: the letters that leave a state are split by every
  experiment, and each class that is not empty is an edge. So every letter of every state has one (erratum 16).

Beyond the paper, an assumption without memory is tried before anything is learned (``algorithm.memoryless``), and a
word that refutes a conjecture is first looked at as a violation: if M2 can do it too, nothing more needs to be learned.

An assumption that the user gives (``given``) becomes an automaton of the same kind (``automaton``), is tried by itself,
and can be what learning starts from.
"""
