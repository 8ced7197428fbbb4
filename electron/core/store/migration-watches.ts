/** Plates that are looked up again by themselves, on the days set, until a day. Days are `YYYY-MM-DD`. */
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
