/**
 * Rows of a list that are looked up before the others, how its columns were read, and complete reports asked together.
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
