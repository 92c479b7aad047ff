"""Place/transition nets in PNML (ISO/IEC 15909-2), as systems of labelled transition systems."""
