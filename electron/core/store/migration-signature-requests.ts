const wordsOf = (where: string) => `
  INSERT INTO signature_words (rowid, words)
  SELECT r.seq, signature_text(r.id, r.body, (
    SELECT p.vrm FROM signature_link l JOIN resource p ON p.kind = 'procedure' AND p.id = l.procedure_id
    WHERE l.signature_id = r.id
  )) FROM resource r WHERE r.kind = 'signature' AND ${where};`

const wordsAgain = (id: string) => `
  DELETE FROM signature_words WHERE rowid IN (SELECT seq FROM resource WHERE kind = 'signature' AND id = ${id});
  ${wordsOf(`r.id = ${id}`)}`

/**
 * Signature requests, the address book, and the signed documents. Triggers build the search words of a signature, so
 * the search stays right for any writer of `resource`. A row deleted from `resource` is deleted from all tables. The
 * SQL function is in `electron/core/features/signature-requests/signatures.store.ts`.
 */
export const migrationSignatureRequest = `
  -- A request to sign as it was typed, and how far its sending has come. Each step is written here before it is taken,
  -- so that a kill at any moment leaves the truth: \`sending\` found at a start is uncertain.
  CREATE TABLE signing (
    seq          INTEGER PRIMARY KEY,
    id           TEXT NOT NULL UNIQUE,
    document     TEXT NOT NULL,
    version      INTEGER NOT NULL DEFAULT 1,
    state        TEXT NOT NULL CHECK (state IN
      ('editing', 'ready', 'leaving', 'sending', 'uncertain', 'failed', 'sent', 'discarded')),
    -- Where it goes back to when what was said last is taken back: what may have been sent stays so.
    before       TEXT,
    fields       TEXT NOT NULL,
    accepted     TEXT NOT NULL DEFAULT '[]',
    -- Compact, of whoever signs and of the company that they sign for.
    id_number    TEXT NOT NULL DEFAULT '',
    representative TEXT NOT NULL DEFAULT '',
    procedure_id TEXT,
    again        TEXT,
    created_at   INTEGER NOT NULL,
    updated_at   INTEGER NOT NULL,
    send_at      INTEGER,
    sent_at      INTEGER,
    signature_id TEXT,
    error        TEXT
  );
  CREATE INDEX signing_open ON signing (updated_at)
    WHERE state IN ('editing', 'ready', 'leaving', 'sending', 'uncertain', 'failed');
  CREATE INDEX signing_discarded ON signing (updated_at) WHERE state = 'discarded';
  CREATE INDEX signing_of_procedure ON signing (procedure_id) WHERE procedure_id IS NOT NULL;
  -- Whatever happens, a request at the service is what one word of a person became.
  CREATE UNIQUE INDEX signing_signature ON signing (signature_id) WHERE signature_id IS NOT NULL;

  -- The procedure that a signature is for.
  CREATE TABLE signature_link (
    signature_id TEXT PRIMARY KEY,
    procedure_id TEXT NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX signature_link_of ON signature_link (procedure_id);

  -- Signed papers on this PC. Of its file, only this row has the key.
  CREATE TABLE signed_paper (
    signature_id TEXT NOT NULL,
    document_id  TEXT NOT NULL,
    file         TEXT NOT NULL UNIQUE,
    key          BLOB NOT NULL,
    size         INTEGER NOT NULL,
    sha256       TEXT NOT NULL,
    PRIMARY KEY (signature_id, document_id)
  ) WITHOUT ROWID;
  -- Signatures of which there is nothing more to bring.
  CREATE TABLE signed_whole (signature_id TEXT PRIMARY KEY) WITHOUT ROWID;

  -- The address book: whoever signed before, or will, one for each identifier.
  CREATE TABLE contact (
    seq        INTEGER PRIMARY KEY,
    id         TEXT NOT NULL UNIQUE,
    version    INTEGER NOT NULL DEFAULT 1,
    id_number  TEXT NOT NULL UNIQUE,
    fields     TEXT NOT NULL,
    used_at    INTEGER,
    uses       INTEGER NOT NULL DEFAULT 0,
    updated_at INTEGER NOT NULL
  );

  -- All that views and counts ask for, so that no body is read for them.
  CREATE INDEX resource_signature ON resource (status, since, gone, blocked_at) WHERE kind = 'signature';
  CREATE VIRTUAL TABLE signature_words USING fts5 (
    words, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1'
  );
  ${wordsOf('true')}
  CREATE TRIGGER signature_of_new AFTER INSERT ON resource WHEN new.kind = 'signature' BEGIN
    ${wordsOf('r.seq = new.seq')}
  END;
  CREATE TRIGGER signature_words_of_resource AFTER UPDATE OF body ON resource
    WHEN new.kind = 'signature' AND old.body IS NOT new.body BEGIN
    ${wordsAgain('new.id')}
  END;
  CREATE TRIGGER signature_linked AFTER INSERT ON signature_link BEGIN ${wordsAgain('new.signature_id')} END;
  CREATE TRIGGER signature_relinked AFTER UPDATE ON signature_link BEGIN ${wordsAgain('new.signature_id')} END;
  CREATE TRIGGER signature_unlinked AFTER DELETE ON signature_link BEGIN ${wordsAgain('old.signature_id')} END;
  CREATE TRIGGER signature_plate AFTER UPDATE OF vrm ON resource
    WHEN new.kind = 'procedure' AND old.vrm IS NOT new.vrm
      AND EXISTS (SELECT 1 FROM signature_link WHERE procedure_id = new.id) BEGIN
    DELETE FROM signature_words WHERE rowid IN (SELECT r.seq FROM signature_link l
      JOIN resource r ON r.kind = 'signature' AND r.id = l.signature_id WHERE l.procedure_id = new.id);
    ${wordsOf('r.id IN (SELECT signature_id FROM signature_link WHERE procedure_id = new.id)')}
  END;
  CREATE TRIGGER signature_of_gone AFTER DELETE ON resource WHEN old.kind = 'signature' BEGIN
    DELETE FROM signature_words WHERE rowid = old.seq;
    DELETE FROM signature_link WHERE signature_id = old.id;
    DELETE FROM signed_paper WHERE signature_id = old.id;
    DELETE FROM signed_whole WHERE signature_id = old.id;
    DELETE FROM signing WHERE signature_id = old.id;
  END;
`

/**
 * Builds all search words again. The previous version had a legal form only as it was written, and did not join words
 * at an apostrophe.
 */
export const migrationJoinedWords = `
  INSERT OR IGNORE INTO case_stale (seq) SELECT seq FROM resource WHERE kind = 'procedure';
  DELETE FROM signature_words;
  ${wordsOf('true')}
`
