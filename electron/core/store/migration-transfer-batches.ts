/**
 * Transfers begun together. A row's draft has its id from the beginning, so that it is made once; until then the row has
 * its fields, and from then on the draft has them.
 */
export const migrationTransferBatches = `
  CREATE TABLE transfer_batch (
    id         TEXT PRIMARY KEY,
    name       TEXT NOT NULL,
    list_id    TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    version    INTEGER NOT NULL DEFAULT 0,
    -- JSON: common fields, what the user accepted, and the rows of the list left out.
    fields     TEXT NOT NULL,
    accepted   TEXT NOT NULL DEFAULT '[]',
    left_out   TEXT NOT NULL
  ) WITHOUT ROWID;

  CREATE TABLE transfer_batch_row (
    batch_id TEXT NOT NULL,
    ord      INTEGER NOT NULL,
    vrm      TEXT NOT NULL,
    draft_id TEXT NOT NULL UNIQUE,
    fields   TEXT NOT NULL DEFAULT '{}',
    made     INTEGER NOT NULL DEFAULT 0,
    number   INTEGER,
    PRIMARY KEY (batch_id, ord)
  ) WITHOUT ROWID;
`
