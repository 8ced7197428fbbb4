/**
 * Queries over every open resource, at each start and every few minutes, are answered by an index alone: a
 * row of `resource` holds a whole answer, and reading 20,000 of them takes the store's thread a quarter of a
 * second.
 */
export const migrationScans = `
  DROP INDEX resource_due;
  CREATE INDEX resource_due ON resource (next_at, checked_at, gone) WHERE next_at IS NOT NULL;
  DROP INDEX resource_open;
  CREATE INDEX resource_open ON resource (kind, status, gone, next_at) WHERE next_at IS NOT NULL;
  CREATE INDEX resource_checked ON resource (checked_at);
  CREATE INDEX resource_gone ON resource (checked_at) WHERE gone = 1;
  CREATE INDEX paper_stuck ON paper (asked) WHERE state = 'wanted' AND error IS NOT NULL;

  -- While it is blocked its documents are not wanted (retention.store.ts). Once it is not, whatever unblocked it, the
  -- next start notes them again (SERVICE_DOCUMENTS_NOTED).
  CREATE TRIGGER resource_shown AFTER UPDATE OF blocked_at ON resource
    WHEN old.blocked_at IS NOT NULL AND new.blocked_at IS NULL
  BEGIN
    DELETE FROM meta WHERE k = 'papers-noted';
  END;
`
