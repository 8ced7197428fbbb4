/**
 * Makes a document belong to its draft, so that it is deleted with the draft. No earlier version should have left
 * rows of a removed draft. Such rows are not migrated, and the next start sweeps their files.
 */
export const migrationDocuments = `
  ALTER TABLE document RENAME TO document_before;
  CREATE TABLE document (
    seq       INTEGER PRIMARY KEY,
    id        TEXT NOT NULL UNIQUE,
    draft_id  TEXT NOT NULL REFERENCES draft (id) ON DELETE CASCADE,
    source    TEXT NOT NULL CHECK (source IN ('file', 'link', 'service')),
    name      TEXT NOT NULL,
    type      TEXT NOT NULL,
    guessed   INTEGER NOT NULL,
    mime      TEXT,
    size      INTEGER,
    sha256    TEXT,
    url       TEXT,
    key       BLOB,
    remote_id TEXT,
    error     TEXT
  );
  INSERT INTO document SELECT * FROM document_before WHERE draft_id IN (SELECT id FROM draft);
  DROP TABLE document_before;
  CREATE INDEX document_of_draft ON document (draft_id, seq);
`

/**
 * Names that documents had on this PC, by their id at the service. A name is kept as long as its procedure. Triggers
 * write the names of a draft's documents once the draft is sent, and the name of an attachment once the service has
 * it. A restored backup brings its own names.
 */
export const migrationDocumentNames = `
  -- Why a type was guessed, and what reading the file found (shared/domain/procedures).
  ALTER TABLE document ADD COLUMN reason TEXT;
  ALTER TABLE document ADD COLUMN reading TEXT;

  CREATE TABLE document_name (
    procedure_id TEXT NOT NULL,
    document_id  TEXT NOT NULL,
    name         TEXT NOT NULL,
    PRIMARY KEY (procedure_id, document_id)
  ) WITHOUT ROWID;

  INSERT OR IGNORE INTO document_name (procedure_id, document_id, name)
    SELECT draft.procedure_id, document.remote_id, document.name FROM document
    JOIN draft ON draft.id = document.draft_id
    WHERE draft.state = 'sent' AND draft.procedure_id IS NOT NULL AND document.remote_id IS NOT NULL
      AND document.source = 'file';
  INSERT OR IGNORE INTO document_name (procedure_id, document_id, name)
    SELECT procedure_id, json_extract(progress, '$.remoteId'), name FROM supply
    WHERE name IS NOT NULL AND json_extract(progress, '$.remoteId') IS NOT NULL;

  CREATE TRIGGER document_name_of_draft AFTER UPDATE OF state ON draft
    WHEN NEW.state = 'sent' AND NEW.procedure_id IS NOT NULL BEGIN
    INSERT OR REPLACE INTO document_name (procedure_id, document_id, name)
      SELECT NEW.procedure_id, remote_id, name FROM document
      WHERE draft_id = NEW.id AND remote_id IS NOT NULL AND source = 'file';
  END;
  CREATE TRIGGER document_name_of_attachment AFTER UPDATE OF progress ON supply
    WHEN NEW.name IS NOT NULL AND json_extract(NEW.progress, '$.remoteId') IS NOT NULL BEGIN
    INSERT OR REPLACE INTO document_name (procedure_id, document_id, name)
      VALUES (NEW.procedure_id, json_extract(NEW.progress, '$.remoteId'), NEW.name);
  END;
  CREATE TRIGGER document_name_forgotten AFTER DELETE ON resource WHEN OLD.kind = 'procedure' BEGIN
    DELETE FROM document_name WHERE procedure_id = OLD.id;
  END;
`

/**
 * Indexes that alone answer the queries over every open resource, which run at each start and every few minutes. A
 * row of `resource` holds a whole answer: reading 20,000 rows takes the store's thread a quarter of a second.
 */
export const migrationScans = `
  DROP INDEX resource_due;
  CREATE INDEX resource_due ON resource (next_at, checked_at, gone) WHERE next_at IS NOT NULL;
  DROP INDEX resource_open;
  CREATE INDEX resource_open ON resource (kind, status, gone, next_at) WHERE next_at IS NOT NULL;
  CREATE INDEX resource_checked ON resource (checked_at);
  CREATE INDEX resource_gone ON resource (checked_at) WHERE gone = 1;
  CREATE INDEX paper_stuck ON paper (asked) WHERE state = 'wanted' AND error IS NOT NULL;

  -- While it is blocked its documents are not wanted (retention.store.ts). Once it is not, whatever unblocked it, the
  -- next start notes them again (SERVICE_DOCUMENTS_NOTED).
  CREATE TRIGGER resource_shown AFTER UPDATE OF blocked_at ON resource
    WHEN old.blocked_at IS NOT NULL AND new.blocked_at IS NULL
  BEGIN
    DELETE FROM meta WHERE k = 'papers-noted';
  END;
`

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
