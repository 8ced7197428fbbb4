/** Lookups of many plates as one batch, in order. The answers are in `report` and `plate`. */
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

/**
 * Plate lists from dealers: batches with a name. Batches of the browser extension have no name. Each row has its
 * source, and the outcome of its verdict, by which a long list is sorted.
 */
export const migrationPlateLists = `
  ALTER TABLE batch ADD COLUMN name TEXT;
  -- The lowest one is looked up first.
  ALTER TABLE batch ADD COLUMN position INTEGER NOT NULL DEFAULT 0;
  -- JSON: lines without a plate, lines that repeat one, and the number of plates left out.
  ALTER TABLE batch ADD COLUMN source TEXT;
  DROP INDEX batch_running;
  CREATE INDEX batch_running ON batch (position, created_at, id) WHERE state = 'running';

  ALTER TABLE batch_plate ADD COLUMN line INTEGER;
  ALTER TABLE batch_plate ADD COLUMN written TEXT;
  ALTER TABLE batch_plate ADD COLUMN repaired INTEGER;
  -- Rest of its row, as it came.
  ALTER TABLE batch_plate ADD COLUMN came_with TEXT;
  ALTER TABLE batch_plate ADD COLUMN note TEXT NOT NULL DEFAULT '';
  ALTER TABLE batch_plate ADD COLUMN marked INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE batch_plate ADD COLUMN outcome TEXT;
  CREATE INDEX batch_plate_vrm ON batch_plate (vrm);
`

/**
 * Rows of a list that are looked up before the others, the columns of a list, and complete reports that were
 * requested together.
 */
export const migrationPlateListTurns = `
  -- The lowest one is looked up first; equal ones in the order of the list.
  ALTER TABLE batch_plate ADD COLUMN turn INTEGER NOT NULL DEFAULT 0;
  DROP INDEX batch_plate_waiting;
  CREATE INDEX batch_plate_waiting ON batch_plate (batch_id, turn, ord) WHERE state = 'waiting';

  -- Of a file with a row of names: its hash, by which the next one like it is known, and JSON of its columns.
  ALTER TABLE batch ADD COLUMN headings TEXT;
  ALTER TABLE batch ADD COLUMN columns TEXT;
  CREATE INDEX batch_headings ON batch (headings, created_at) WHERE headings IS NOT NULL;

  -- Confirmations that asked for several complete reports: each counts once, however often it arrives.
  CREATE TABLE complete_batch (
    id      TEXT PRIMARY KEY,
    made_at INTEGER NOT NULL,
    asked   INTEGER NOT NULL
  ) WITHOUT ROWID;
`

/** Vehicle that the sender of a list named for a plate, to compare it with the registry's. */
export const migrationListedVehicles = `
  -- Known make and model only, so no text of a person. Empty if unknown.
  ALTER TABLE batch_plate ADD COLUMN listed_vehicle TEXT NOT NULL DEFAULT '';
  -- Vehicle of the registry, if it is another one than the listed. Empty otherwise.
  ALTER TABLE batch_plate ADD COLUMN other_vehicle TEXT NOT NULL DEFAULT '';
`

/** Plates that are looked up again automatically, on chosen days until a last day. Days are `YYYY-MM-DD`. */
export const migrationWatches = `
  CREATE TABLE watch (
    seq        INTEGER PRIMARY KEY,
    vrm        TEXT NOT NULL UNIQUE,
    -- JSON of WatchDays.
    days       TEXT NOT NULL,
    set_day    TEXT NOT NULL,
    until_day  TEXT NOT NULL,
    note       TEXT NOT NULL DEFAULT '',
    -- Ended by a person; one that reached its last day has none.
    ended_day  TEXT,
    -- Last day that a lookup was given to the queue, or that the queue asked for it.
    asked_day  TEXT,
    updated_at INTEGER NOT NULL,
    -- Last change that was news, as the detail of its row of Novedades.
    changed_at INTEGER,
    change     TEXT,
    -- Due days in a row without an answer, the last of them, and whether the person was told.
    failures   INTEGER NOT NULL DEFAULT 0,
    failed_day TEXT,
    told       INTEGER NOT NULL DEFAULT 0
  );
  -- Lookups of watched plates that were due on that day: behind the lists of plates.
  ALTER TABLE batch ADD COLUMN watch_day TEXT;
`

/**
 * Transfers that start together. A row has the id of its draft from the beginning, so that the draft is created only
 * once. The row has the fields until its draft is created. After that the draft has them.
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
