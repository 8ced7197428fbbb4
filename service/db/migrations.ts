/**
 * Schema migrations, one entry per version. `user_version` of the database counts the applied entries. A released
 * entry is never edited: a change is a new entry at the end.
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
  `ALTER TABLE report ADD COLUMN issues TEXT;
   ALTER TABLE report ADD COLUMN failure_reason TEXT;
   CREATE TABLE secret (
     name TEXT PRIMARY KEY,
     value BLOB NOT NULL
   ) STRICT, WITHOUT ROWID;`,
  `CREATE TABLE procedure (
     seq INTEGER PRIMARY KEY,
     id TEXT NOT NULL UNIQUE,
     account TEXT NOT NULL,
     type TEXT NOT NULL,
     vin TEXT,
     vrm TEXT,
     taxable_base REAL,
     invoice_number TEXT,
     user_email TEXT,
     status TEXT NOT NULL,
     cancel_reason TEXT,
     created_ms INTEGER NOT NULL,
     updated_ms INTEGER NOT NULL
   ) STRICT;
   CREATE TABLE document (
     seq INTEGER PRIMARY KEY,
     id TEXT NOT NULL UNIQUE,
     procedure_id TEXT NOT NULL,
     is_generated INTEGER NOT NULL,
     type TEXT NOT NULL,
     name TEXT NOT NULL,
     mime TEXT NOT NULL,
     url TEXT,
     file TEXT,
     metadata TEXT NOT NULL,
     created_ms INTEGER NOT NULL
   ) STRICT;
   CREATE INDEX document_of ON document (procedure_id, seq);
   CREATE TABLE incident (
     seq INTEGER PRIMARY KEY,
     id TEXT NOT NULL UNIQUE,
     procedure_id TEXT NOT NULL,
     document_id TEXT,
     level TEXT NOT NULL,
     type TEXT NOT NULL,
     created_ms INTEGER NOT NULL,
     solved_ms INTEGER
   ) STRICT;
   CREATE INDEX incident_of ON incident (procedure_id, seq);
   CREATE TABLE counter (
     name TEXT PRIMARY KEY,
     value INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE event (
     seq INTEGER PRIMARY KEY,
     id TEXT NOT NULL UNIQUE,
     account TEXT NOT NULL,
     name TEXT NOT NULL,
     rid TEXT NOT NULL,
     body TEXT NOT NULL,
     created_ms INTEGER NOT NULL
   ) STRICT;
   CREATE TABLE subscription (
     seq INTEGER PRIMARY KEY,
     id TEXT NOT NULL UNIQUE,
     account TEXT NOT NULL,
     url TEXT NOT NULL,
     events TEXT NOT NULL,
     header_name TEXT,
     header_value TEXT,
     created_ms INTEGER NOT NULL,
     deleted_ms INTEGER
   ) STRICT;
   CREATE TABLE delivery (
     seq INTEGER PRIMARY KEY,
     event_seq INTEGER NOT NULL,
     subscription_seq INTEGER NOT NULL,
     rid TEXT NOT NULL,
     state TEXT NOT NULL CHECK (state IN ('due', 'leased', 'ok', 'dead', 'held', 'dropped')),
     attempts INTEGER NOT NULL DEFAULT 0,
     due_ms INTEGER NOT NULL,
     lease_ms INTEGER,
     settled_ms INTEGER
   ) STRICT;
   CREATE INDEX delivery_due ON delivery (subscription_seq, due_ms, seq) WHERE state = 'due';
   CREATE INDEX delivery_open ON delivery (subscription_seq, rid, seq) WHERE state IN ('due', 'leased');
   CREATE TABLE attempt (
     seq INTEGER PRIMARY KEY,
     delivery_seq INTEGER NOT NULL,
     n INTEGER NOT NULL,
     is_manual INTEGER NOT NULL,
     started_ms INTEGER NOT NULL,
     ended_ms INTEGER,
     status INTEGER,
     error TEXT,
     response TEXT
   ) STRICT;
   CREATE INDEX attempt_of ON attempt (delivery_seq, n);`,
  `CREATE TABLE signature (
     seq INTEGER PRIMARY KEY,
     id TEXT NOT NULL UNIQUE,
     account TEXT NOT NULL,
     type TEXT NOT NULL,
     signer TEXT NOT NULL,
     status TEXT NOT NULL CHECK (status IN ('submitted', 'sent', 'signed', 'rejected', 'expired')),
     created_ms INTEGER NOT NULL,
     updated_ms INTEGER NOT NULL,
     due_ms INTEGER
   ) STRICT;
   CREATE INDEX signature_due ON signature (due_ms) WHERE due_ms IS NOT NULL;`,
  `CREATE TABLE play (
     procedure_id TEXT PRIMARY KEY,
     speed REAL NOT NULL,
     step INTEGER NOT NULL,
     due_ms INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX play_due ON play (due_ms);`,
  `CREATE INDEX delivery_leased ON delivery (seq) WHERE state = 'leased';
   CREATE INDEX attempt_open ON attempt (delivery_seq) WHERE ended_ms IS NULL;`,
  `ALTER TABLE event ADD COLUMN link_path TEXT;`,
  `ALTER TABLE play RENAME COLUMN procedure_id TO id;`,
  `CREATE TABLE sample_office (account TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT, WITHOUT ROWID;`,
  `CREATE TABLE scenario_step (
     account TEXT NOT NULL, key TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (account, key)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE scenario_name (
     account TEXT NOT NULL, name TEXT NOT NULL, kind TEXT NOT NULL, id TEXT NOT NULL, PRIMARY KEY (account, name)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE scenario_plate (vrm TEXT PRIMARY KEY, charges TEXT NOT NULL) STRICT, WITHOUT ROWID;`,
]
