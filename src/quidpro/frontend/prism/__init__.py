"""The PRISM language, read by Storm; modules become open LPTSs."""
