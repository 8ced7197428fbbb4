/**
 * Schema migrations, one entry per version. `user_version` counts the applied ones. A released entry is never edited.
 *
 * `event` is a rowid table: without rowids, batches of 32 were written at half the rate. Keys have their own table,
 * because they expire after 30 days and events later.
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
  // Confirmations of PCs, and the alarm.
  `ALTER TABLE office ADD COLUMN confirmed INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE office ADD COLUMN confirmed_ms INTEGER;
   UPDATE office SET confirmed = coalesce((SELECT max(acked) FROM device WHERE office_id = office.id), 0);
   CREATE TABLE receipt (
     id INTEGER PRIMARY KEY,
     office_id INTEGER NOT NULL,
     device_id TEXT NOT NULL,
     from_seq INTEGER NOT NULL,
     to_seq INTEGER NOT NULL,
     confirmed_ms INTEGER NOT NULL
   ) STRICT;
   CREATE INDEX receipt_of ON receipt (device_id, to_seq);
   CREATE INDEX receipt_age ON receipt (confirmed_ms);
   CREATE TABLE past_event (
     office_id INTEGER NOT NULL,
     seq INTEGER NOT NULL,
     received_ms INTEGER NOT NULL,
     event TEXT NOT NULL,
     resource_id TEXT NOT NULL,
     PRIMARY KEY (office_id, seq)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX past_event_age ON past_event (received_ms);
   CREATE TABLE alarm (
     office_id INTEGER PRIMARY KEY,
     raised_ms INTEGER NOT NULL,
     heard_ms INTEGER,
     heard_by TEXT
   ) STRICT;
   CREATE TABLE alarm_message (
     id TEXT PRIMARY KEY,
     office_id INTEGER NOT NULL,
     channel TEXT NOT NULL,
     kind TEXT NOT NULL,
     body TEXT NOT NULL,
     made_ms INTEGER NOT NULL,
     attempts INTEGER NOT NULL DEFAULT 0,
     next_ms INTEGER,
     ended_ms INTEGER,
     outcome TEXT,
     detail TEXT
   ) STRICT;
   CREATE INDEX alarm_message_due ON alarm_message (next_ms) WHERE next_ms IS NOT NULL;
   CREATE INDEX alarm_message_of ON alarm_message (office_id, made_ms);`,
  // Offices that move between relays. The trigger protects against errors of the code: two relays must never number
  // the same list.
  `ALTER TABLE office ADD COLUMN epoch TEXT;
   ALTER TABLE office ADD COLUMN state TEXT CHECK (state IN ('incoming', 'moving', 'moved', 'gone'));
   ALTER TABLE office ADD COLUMN moved_to TEXT;
   ALTER TABLE office ADD COLUMN move_hash BLOB;
   ALTER TABLE office ADD COLUMN keys_of INTEGER;
   CREATE TRIGGER office_is_here BEFORE UPDATE OF head ON office
     WHEN NEW.state IS NOT NULL AND NEW.head > OLD.head
   BEGIN SELECT RAISE(ABORT, 'the office is at another relay'); END;
   CREATE INDEX receipt_office ON receipt (office_id);
   CREATE TABLE move_in (
     token_hash BLOB PRIMARY KEY,
     expires_ms INTEGER NOT NULL,
     office_id INTEGER UNIQUE,
     state TEXT NOT NULL CHECK (state IN ('waiting', 'receiving', 'open', 'discarded')),
     positions TEXT NOT NULL DEFAULT '{}'
   ) STRICT, WITHOUT ROWID;`,
  // Sealed events: the key of the office, and the keys of its PCs.
  `ALTER TABLE office ADD COLUMN seal_key TEXT;
   ALTER TABLE office ADD COLUMN seal_public TEXT;
   ALTER TABLE office ADD COLUMN seal_made_ms INTEGER;
   ALTER TABLE office ADD COLUMN seal_is_stale INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE device ADD COLUMN public_key TEXT;
   ALTER TABLE device ADD COLUMN keyring TEXT;
   ALTER TABLE past_event ADD COLUMN brief TEXT;`,
  // Exported offices. Earlier, an office moved while it was in use. A half-received office is complete at its old
  // relay, so its rows end here. An office that was leaving stays closed with all its rows.
  `ALTER TABLE office ADD COLUMN left_ms INTEGER;
   UPDATE office SET state = 'moved' WHERE state = 'incoming' AND moved_to IS NOT NULL;
   UPDATE office SET state = 'gone', name = '', admin_hash = randomblob(32), inbox_hash = randomblob(32)
     WHERE state = 'incoming';
   DELETE FROM device WHERE office_id IN (SELECT id FROM office WHERE state = 'gone');
   DELETE FROM alarm WHERE office_id IN (SELECT id FROM office WHERE state = 'gone');
   DELETE FROM alarm_message WHERE office_id IN (SELECT id FROM office WHERE state = 'gone');
   UPDATE office SET left_ms = unixepoch() * 1000 WHERE state = 'moved';
   DROP TABLE move_in;`,
  // Records of an office, and how far each PC has read them.
  `ALTER TABLE office ADD COLUMN record_head INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE office ADD COLUMN record_floor INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE office ADD COLUMN record_count INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE office ADD COLUMN record_bytes INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE device ADD COLUMN record_acked INTEGER NOT NULL DEFAULT 0;
   CREATE TABLE record (
     office_id INTEGER NOT NULL,
     id TEXT NOT NULL,
     seq INTEGER NOT NULL,
     body TEXT,
     written_ms INTEGER NOT NULL
   ) STRICT;
   CREATE UNIQUE INDEX record_id ON record (office_id, id);
   CREATE UNIQUE INDEX record_seq ON record (office_id, seq);
   CREATE INDEX record_deleted ON record (office_id, seq) WHERE body IS NULL;`,
]
