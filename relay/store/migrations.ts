/**
 * Schema migrations, one entry per version: the database's `user_version` counts those applied. A released
 * entry is never edited; a change is a new entry.
 *
 * `event` is a rowid table: without one, batches of 32 were written at half the rate. Keys are in a table of
 * their own because they are forgotten after 30 days and events later.
 */
export const migrations: readonly string[] = [
  `CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
   CREATE TABLE office (
     id INTEGER PRIMARY KEY,
     name TEXT NOT NULL,
     head INTEGER NOT NULL DEFAULT 0,
     floor INTEGER NOT NULL DEFAULT 1,
     admin_hash BLOB NOT NULL UNIQUE,
     inbox_hash BLOB NOT NULL UNIQUE,
     header_name TEXT NOT NULL,
     header_hash BLOB NOT NULL,
     former_hash BLOB,
     former_until_ms INTEGER,
     mode TEXT NOT NULL CHECK (mode IN ('enforce', 'observe')),
     closed_ms INTEGER,
     received_ms INTEGER,
     duplicates INTEGER NOT NULL DEFAULT 0,
     quarantined INTEGER NOT NULL DEFAULT 0,
     created_ms INTEGER NOT NULL
   ) STRICT;
   CREATE TABLE event (
     gid INTEGER PRIMARY KEY AUTOINCREMENT,
     office_id INTEGER NOT NULL,
     seq INTEGER NOT NULL,
     received_ms INTEGER NOT NULL,
     body TEXT NOT NULL,
     extra TEXT,
     revises INTEGER,
     is_probable_retry INTEGER NOT NULL DEFAULT 0,
     replay_of INTEGER
   ) STRICT;
   CREATE UNIQUE INDEX event_seq ON event (office_id, seq);
   CREATE INDEX event_extra ON event (received_ms) WHERE extra IS NOT NULL;
   CREATE TABLE event_key (
     id INTEGER PRIMARY KEY,
     office_id INTEGER NOT NULL,
     hard BLOB NOT NULL,
     soft BLOB,
     near BLOB,
     seq INTEGER NOT NULL,
     received_ms INTEGER NOT NULL
   ) STRICT;
   CREATE UNIQUE INDEX event_key_hard ON event_key (office_id, hard);
   CREATE INDEX event_key_soft ON event_key (office_id, soft) WHERE soft IS NOT NULL;
   CREATE INDEX event_key_near ON event_key (office_id, near) WHERE near IS NOT NULL;
   CREATE INDEX event_key_age ON event_key (received_ms);
   CREATE TABLE quarantine (
     id INTEGER PRIMARY KEY,
     office_id INTEGER NOT NULL,
     hard BLOB NOT NULL,
     received_ms INTEGER NOT NULL,
     bytes INTEGER NOT NULL,
     reason TEXT NOT NULL,
     beginning BLOB NOT NULL
   ) STRICT;
   CREATE UNIQUE INDEX quarantine_hard ON quarantine (office_id, hard);
   CREATE INDEX quarantine_age ON quarantine (received_ms);
   CREATE TABLE device (
     id TEXT PRIMARY KEY,
     office_id INTEGER NOT NULL,
     name TEXT NOT NULL,
     token_hash BLOB NOT NULL UNIQUE,
     is_admin INTEGER NOT NULL,
     paired_ms INTEGER NOT NULL,
     seen_ms INTEGER,
     acked INTEGER NOT NULL,
     revoked_ms INTEGER
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX device_of ON device (office_id, paired_ms);
   CREATE TABLE probe (id INTEGER PRIMARY KEY CHECK (id = 1), count INTEGER NOT NULL) STRICT;
   INSERT INTO probe VALUES (1, 0);`,
]
