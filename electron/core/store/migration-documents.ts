/**
 * A document belongs to its draft and is deleted with it. Rows of a removed draft, which no earlier version
 * should have left, are not migrated: their files are swept at the next start.
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
