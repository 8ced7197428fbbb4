/**
 * The store's schema, one step per release that changed it; `user_version` counts the steps taken. A step that
 * was ever released is never edited. Times are epoch milliseconds.
 */
export const migrations: readonly string[] = [
  `
  CREATE TABLE meta (k TEXT PRIMARY KEY, v TEXT NOT NULL) WITHOUT ROWID;

  -- Every verdict this PC was given, in the order it learnt of them: the cache and the history are one thing.
  CREATE TABLE report (
    seq                INTEGER PRIMARY KEY,
    id                 TEXT NOT NULL UNIQUE,
    vrm                TEXT NOT NULL,
    outcome            TEXT NOT NULL,
    raw_outcome        TEXT,
    checked_at         INTEGER NOT NULL,
    vin                TEXT,
    brand              TEXT,
    model              TEXT,
    first_registration TEXT
  );
  CREATE INDEX report_of_plate ON report (vrm, seq);
  CREATE VIRTUAL TABLE report_words USING fts5 (
    words, content = '', contentless_delete = 1,
    tokenize = 'trigram remove_diacritics 1'
  );

  -- One row a plate: when it was last asked, and the open question if there is one. The question outlives the
  -- process, so that a kill at any moment loses nothing.
  CREATE TABLE plate (
    vrm          TEXT PRIMARY KEY,
    asked_at     INTEGER NOT NULL,
    pending      TEXT CHECK (pending IN ('asking', 'processing', 'queued')),
    requested_at INTEGER,
    report_id    TEXT,
    error        TEXT
  ) WITHOUT ROWID;
  CREATE INDEX plate_recent ON plate (asked_at);
  CREATE INDEX plate_pending ON plate (requested_at) WHERE pending IS NOT NULL;
  `,
]
