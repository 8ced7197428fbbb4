/** Documents stored on this PC, attachments to open procedures, and retention. */
export const migrationServiceDocuments = `
  -- Out of every list, search and page since then (store/visible.ts), and erased some time later.
  ALTER TABLE resource ADD COLUMN blocked_at INTEGER;
  CREATE INDEX resource_blocked ON resource (blocked_at) WHERE blocked_at IS NOT NULL;
  CREATE INDEX resource_ended ON resource (since)
    WHERE status IN ('DONE', 'CANCELLED', 'DELIVERED_TO_CLIENT', 'signed', 'rejected', 'expired');

  -- Papers that are to be on this PC, that are, or that somebody took off it. Of its file, only this row has the key.
  CREATE TABLE paper (
    seq          INTEGER PRIMARY KEY,
    procedure_id TEXT NOT NULL,
    document_id  TEXT NOT NULL,
    state        TEXT NOT NULL CHECK (state IN ('wanted', 'kept', 'dropped')),
    -- A person wants it, and does not merely have it kept by itself.
    asked        INTEGER NOT NULL DEFAULT 0,
    file         TEXT UNIQUE,
    key          BLOB,
    kind         TEXT,
    size         INTEGER,
    sha256       TEXT,
    failures     INTEGER NOT NULL DEFAULT 0,
    next_at      INTEGER NOT NULL DEFAULT 0,
    error        TEXT,
    UNIQUE (procedure_id, document_id)
  );
  CREATE INDEX paper_wanted ON paper (asked, next_at) WHERE state = 'wanted';
  CREATE INDEX paper_kept ON paper (size) WHERE state = 'kept';

  -- Documents and solved incidents on their way to a procedure that is already there. Each step is written here before
  -- it is taken (attachments/progress.rules.ts), so that a kill at any moment leaves the truth.
  CREATE TABLE supply (
    seq          INTEGER PRIMARY KEY,
    id           TEXT NOT NULL UNIQUE,
    procedure_id TEXT NOT NULL,
    incident_id  TEXT,
    name         TEXT,
    type         TEXT,
    mime         TEXT,
    size         INTEGER,
    sha256       TEXT,
    key          BLOB,
    state        TEXT NOT NULL CHECK (state IN ('queued', 'sending', 'failed', 'done', 'dropped')),
    progress     TEXT NOT NULL,
    at           INTEGER NOT NULL,
    -- The last step at the person's word: what is taken up much later is not sent behind their back.
    active_at    INTEGER NOT NULL,
    -- When the word that its incident is solved left: what the service tells of it then is this PC's own doing.
    solve_at     INTEGER,
    error        TEXT
  );
  CREATE INDEX supply_of_procedure ON supply (procedure_id, seq);
  CREATE INDEX supply_sending ON supply (seq) WHERE state = 'sending';
  CREATE INDEX supply_held ON supply (id) WHERE key IS NOT NULL;
  -- Whatever asks twice, an incident is being solved once.
  CREATE UNIQUE INDEX supply_open ON supply (procedure_id, incident_id)
    WHERE incident_id IS NOT NULL AND state IN ('queued', 'sending', 'failed');
`
