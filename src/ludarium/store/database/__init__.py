"""The database behind the store: SQLite or PostgreSQL, its tables, migrations and notifications."""
