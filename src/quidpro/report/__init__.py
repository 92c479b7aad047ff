"""What people and other tools read: pictures, texts, JSON, JUnit."""
