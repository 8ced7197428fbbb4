/** Drafts that are handed over to a colleague (features/drafts/handovers.ts). */
export const migrationHandover = `
  CREATE TABLE handover (
    seq         INTEGER PRIMARY KEY,
    id          TEXT NOT NULL UNIQUE,
    -- The relay's name of its record.
    record_id   TEXT NOT NULL UNIQUE,
    role        TEXT NOT NULL CHECK (role IN ('giver', 'receiver')),
    state       TEXT NOT NULL CHECK (state IN
      ('sending', 'offered', 'incoming', 'fetching', 'claiming', 'withdrawing', 'taken', 'withdrawn')),
    -- Draft on the giver's PC, and the draft that this PC makes of it.
    given_id    TEXT NOT NULL,
    draft_id    TEXT,
    giver       TEXT NOT NULL,
    receiver    TEXT NOT NULL,
    -- The offer, until the hand-over ends or its person is erased.
    offer       TEXT,
    at          INTEGER NOT NULL,
    ended_at    INTEGER,
    -- 1 once the record may be at the relay.
    is_sent     INTEGER NOT NULL DEFAULT 0,
    -- 1 while parts of its documents may be at the relay.
    has_parts   INTEGER NOT NULL DEFAULT 0,
    -- Last write at the relay that this PC knows: its number and the state in it. No state if it cannot be read.
    relay_seq   INTEGER NOT NULL DEFAULT 0,
    relay_state TEXT,
    error       TEXT
  );
  CREATE INDEX handover_given ON handover (given_id);
  CREATE INDEX handover_open ON handover (seq) WHERE ended_at IS NULL;

  -- Files of documents that arrived. Without a key, the file is to be deleted.
  CREATE TABLE handover_file (
    file        TEXT PRIMARY KEY,
    handover_id TEXT NOT NULL,
    position    INTEGER NOT NULL,
    key         BLOB
  ) WITHOUT ROWID;

  -- Parts of documents that the relay has, by the names of their records.
  CREATE TABLE handover_part (
    id          TEXT PRIMARY KEY,
    handover_id TEXT NOT NULL,
    relay_seq   INTEGER NOT NULL,
    -- 1 if it is damaged or deleted there.
    is_lost     INTEGER NOT NULL DEFAULT 0
  ) WITHOUT ROWID;
  CREATE INDEX handover_part_of ON handover_part (handover_id);

  -- Hand-overs may be at the relay already: its list is read again.
  UPDATE meta SET v = json_set(v, '$.cursor', NULL) WHERE k = 'sharing';
`

/** A document arrives part by part, so that a PC which ends meanwhile goes on where it stopped. */
export const migrationHandoverParts = `
  -- Number of a part in its document. Without one, the file is the whole document.
  ALTER TABLE handover_file ADD COLUMN part INTEGER;
`
