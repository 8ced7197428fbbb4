/**
 * Lists of plates that somebody gave the office: batches with a name. Batches of a browser have none.
 * Each row keeps where it came from, and its verdict's outcome, by which a long list is ordered.
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
