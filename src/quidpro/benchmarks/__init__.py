"""The case studies measured: published tables and ours side by side, growth, seeded faults."""
