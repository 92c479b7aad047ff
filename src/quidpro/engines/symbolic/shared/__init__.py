"""What the methods for flat models use: bits, relations, orders, evidence."""
