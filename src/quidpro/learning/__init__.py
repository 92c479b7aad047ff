"""Learning prefix-closed regular languages: learners behind one protocol, and what answers their questions."""
