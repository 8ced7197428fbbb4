/**
 * The schema, one entry per version: the database's `user_version` says how many have run. An entry that has
 * been released is never edited; a change is a new entry.
 */
export const migrations: readonly string[] = [
  `CREATE TABLE report (
     seq INTEGER PRIMARY KEY,
     id TEXT NOT NULL UNIQUE,
     account TEXT NOT NULL,
     type TEXT NOT NULL,
     vrm TEXT NOT NULL,
     status TEXT NOT NULL CHECK (status IN ('processing', 'completed', 'error')),
     transferability TEXT,
     registry_data TEXT,
     created_ms INTEGER NOT NULL,
     due_ms INTEGER NOT NULL,
     settled_ms INTEGER
   ) STRICT;
   CREATE INDEX report_due ON report (due_ms) WHERE status = 'processing';`,
]
