/** Lookups of many plates as one batch, in order. What each plate was answered is in `report` and `plate`. */
export const migrationBatchLookups = `
  CREATE TABLE batch (
    id         TEXT PRIMARY KEY,
    created_at INTEGER NOT NULL,
    state      TEXT NOT NULL CHECK (state IN ('running', 'stopped', 'done'))
  ) WITHOUT ROWID;
  CREATE INDEX batch_running ON batch (created_at, id) WHERE state = 'running';

  CREATE TABLE batch_plate (
    batch_id TEXT NOT NULL,
    ord      INTEGER NOT NULL,
    vrm      TEXT NOT NULL,
    -- \`known\`: it had a verdict of the day and was not asked.
    state    TEXT NOT NULL CHECK (state IN ('waiting', 'asked', 'known', 'answered', 'failed')),
    error    TEXT,
    PRIMARY KEY (batch_id, ord)
  ) WITHOUT ROWID;
  CREATE INDEX batch_plate_open ON batch_plate (vrm) WHERE state IN ('waiting', 'asked');
  CREATE INDEX batch_plate_waiting ON batch_plate (batch_id, ord) WHERE state = 'waiting';
  CREATE INDEX batch_plate_asked ON batch_plate (batch_id, ord) WHERE state = 'asked';
`
