"""The reader of AIGER, in text and in bytes: and-inverter graphs with latches."""
