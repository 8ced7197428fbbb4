/** Tables of what the PCs of an office share (features/sharing). */
export const SHARED_TABLES = `
  CREATE TABLE shared_record (
    seq           INTEGER PRIMARY KEY,
    -- The relay's name of it.
    id            TEXT NOT NULL UNIQUE,
    kind          TEXT NOT NULL,
    -- What it is about, such as the id of a procedure; nothing after an erasure.
    key           TEXT,
    content       TEXT NOT NULL,
    revision      INTEGER NOT NULL DEFAULT 0,
    -- Of the last write at the relay: its number, the revision that it has, and the key that sealed it.
    relay_seq     INTEGER NOT NULL DEFAULT 0,
    sent_revision INTEGER NOT NULL DEFAULT 0,
    key_id        TEXT,
    -- 0 while this PC does not have yet what it is about.
    applied       INTEGER NOT NULL DEFAULT 1
  );
  CREATE INDEX shared_record_pending ON shared_record (seq) WHERE revision > sent_revision;
  CREATE INDEX shared_record_key ON shared_record (key_id);
  CREATE INDEX shared_record_waiting ON shared_record (kind, key) WHERE applied = 0;

  -- Changed here, and not taken into its record yet. is_old: as it was before sharing was turned on.
  CREATE TABLE shared_change (
    kind   TEXT NOT NULL,
    key    TEXT NOT NULL,
    is_old INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (kind, key)
  ) WITHOUT ROWID;
`

/** Erasures of people that the other PCs confirm (features/data-subjects). */
export const migrationErasures = `
  CREATE TABLE erasure (
    -- Key of its shared record.
    id    TEXT PRIMARY KEY,
    -- Its row of the audit record.
    audit INTEGER NOT NULL UNIQUE
  ) WITHOUT ROWID;
`

export const migrationSharing = SHARED_TABLES + createTriggers()

/** A table whose changes are noted. In SQL, `$` is the row that was written or deleted. */
interface NotedTable {
  table: string
  events: readonly ('INSERT' | 'UPDATE' | 'DELETE')[]
  /** Query of kind and key of what the row is about. */
  change: string
  /** Rows that count; all by default. */
  when?: string
}

/** The keys of an object in `meta`. */
export function inMeta(kind: string, name: string): NotedTable {
  return {
    table: 'meta',
    events: ['INSERT', 'UPDATE'],
    change: `SELECT '${kind}' AS kind, key FROM json_each($.v)`,
    when: `$.k = '${name}'`,
  }
}

function createTriggers(): string {
  const ofCase = `SELECT 'case' AS kind, id AS key FROM resource WHERE seq = $.seq AND kind = 'procedure'`
  const keyOf = (kind: string, column: string) => `SELECT '${kind}' AS kind, $.${column} AS key`
  const noted: NotedTable[] = [
    { table: 'case_annotations', events: ['INSERT', 'UPDATE', 'DELETE'], change: ofCase },
    { table: 'case_label', events: ['INSERT', 'DELETE'], change: ofCase },
    { table: 'contact', events: ['INSERT', 'UPDATE', 'DELETE'], change: keyOf('contact', 'id_number') },
    { table: 'template', events: ['INSERT', 'UPDATE', 'DELETE'], change: keyOf('template', 'id') },
    { table: 'complete_report', events: ['INSERT', 'UPDATE'], change: keyOf('report', 'id') },
    inMeta('text', 'client-texts'),
    inMeta('person', 'office-people'),
    // A record that came before its procedure.
    {
      table: 'resource',
      events: ['INSERT'],
      change: keyOf('case', 'id'),
      when: `$.kind = 'procedure' AND EXISTS (
        SELECT 1 FROM shared_record WHERE kind = 'case' AND key = $.id AND applied = 0)`,
    },
  ]
  return noted.flatMap(createTriggersOf).join('\n')
}

/**
 * Triggers that note a change while sharing is on. A conflict clause would not do: that of the statement that fires a
 * trigger counts instead.
 */
export function createTriggersOf(
  { table, events, change, when = 'true' }: NotedTable,
  name: number | string,
): string[] {
  // An update may change the key.
  const rowsOf = { INSERT: ['new'], UPDATE: ['old', 'new'], DELETE: ['old'] }
  return events.flatMap((event) =>
    rowsOf[event].map((row) =>
      `CREATE TRIGGER shared_${name}_${event.toLowerCase()}_${row} AFTER ${event} ON ${table}
         ${noteChange(change, when)}`.replaceAll('$', row),
    ),
  )
}

/** Condition and body of a trigger that notes a change. */
function noteChange(change: string, when: string): string {
  return `WHEN ${when} AND EXISTS (SELECT 1 FROM meta WHERE k = 'sharing' AND v ->> 'isOn') BEGIN
           INSERT INTO shared_change (kind, key) SELECT c.kind, c.key FROM (${change}) c WHERE NOT EXISTS
             (SELECT 1 FROM shared_change s WHERE s.kind = c.kind AND s.key = c.key);
       END;`
}

/**
 * Marks of *Novedades* (features/inbox/inbox-marks.store.ts) and settings that the office shares. A row that is read,
 * or that leaves *Novedades* with its resource, says nothing to the other PCs. The service's time is part of the name
 * of a change, and an event may correct it.
 */
export const migrationOfficeMarks = `
  CREATE TABLE inbox_mark (
    kind   TEXT NOT NULL,
    id     TEXT NOT NULL,
    -- Name of the change on every PC.
    change TEXT NOT NULL,
    mark   TEXT NOT NULL,
    PRIMARY KEY (kind, id, change)
  ) WITHOUT ROWID;
  -- Colleague whose mark the row shows, and the state that the row had before.
  ALTER TABLE change ADD COLUMN marked_by TEXT;
  ALTER TABLE change ADD COLUMN state_before TEXT;

  CREATE TRIGGER shared_mark AFTER UPDATE OF state, until, server_at ON change ${noteChange(
    `SELECT 'mark' AS kind, new.kind || ' ' || new.id AS key`,
    `(old.state IN ('done', 'snoozed') OR new.state IN ('done', 'snoozed')) AND new.state IS NOT NULL
     AND (old.state IS NOT new.state OR old.until IS NOT new.until OR old.server_at IS NOT new.server_at)
     AND new.source <> 'own' AND new.kind <> 'report' AND new.event <> 'note.mention'`,
  )}
  ${createTriggersOf(inMeta('setting', 'office-settings'), 'setting').join('\n')}
`
