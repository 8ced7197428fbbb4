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
  CREATE INDEX shared_record_waiting ON shared_record (kind, key) WHERE applied = 0;

  -- Changed here, and not taken into its record yet. is_old: as it was before sharing was turned on.
  CREATE TABLE shared_change (
    kind   TEXT NOT NULL,
    key    TEXT NOT NULL,
    is_old INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (kind, key)
  ) WITHOUT ROWID;
`

export const migrationSharing = SHARED_TABLES + createTriggers()

function createTriggers(): string {
  const caseOf = (row: string) =>
    `SELECT 'case', id FROM resource WHERE seq = ${row}.seq AND kind = 'procedure'`
  return [
    ...onEach('case_annotations', ['INSERT', 'UPDATE', 'DELETE'], caseOf),
    ...onEach('case_label', ['INSERT', 'UPDATE', 'DELETE'], caseOf),
    ...onEach(
      'contact',
      ['INSERT', 'UPDATE OF id_number, fields', 'DELETE'],
      (row) => `SELECT 'contact', ${row}.id_number`,
    ),
    ...onEach('template', ['INSERT', 'UPDATE', 'DELETE'], (row) => `SELECT 'template', ${row}.id`),
    ...onEach('complete_report', ['INSERT', 'UPDATE'], (row) => `SELECT 'report', ${row}.id`),
    ...onEach(
      'meta',
      ['INSERT', 'UPDATE'],
      (row) => `SELECT 'text', key FROM json_each(${row}.v)`,
      (row) => `${row}.k = 'client-texts'`,
    ),
    ...onEach(
      'meta',
      ['INSERT', 'UPDATE'],
      (row) => `SELECT 'person', key FROM json_each(${row}.v)`,
      (row) => `${row}.k = 'office-people'`,
      'people',
    ),
    ...onEach(
      'resource',
      ['INSERT'],
      (row) => `SELECT 'case', ${row}.id`,
      (row) => `${row}.kind = 'procedure' AND EXISTS (
      SELECT 1 FROM shared_record WHERE kind = 'case' AND key = ${row}.id AND applied = 0)`,
    ),
  ].join('\n')
}

/** Triggers that note a change while sharing is on. */
function onEach(
  table: string,
  events: readonly string[],
  toChange: (row: 'new' | 'old') => string,
  when: (row: 'new' | 'old') => string = () => 'true',
  name: string = table,
): string[] {
  return events.flatMap((event) => {
    const rows =
      event === 'DELETE'
        ? (['old'] as const)
        : event.startsWith('UPDATE')
          ? (['old', 'new'] as const)
          : (['new'] as const)
    return rows.map(
      (
        row,
      ) => `CREATE TRIGGER shared_${name}_${event.split(' ')[0]?.toLowerCase()}_${row} AFTER ${event} ON ${table}
        WHEN ${when(row)} AND EXISTS (SELECT 1 FROM meta WHERE k = 'sharing' AND v ->> 'isOn')
        BEGIN INSERT OR IGNORE INTO shared_change (kind, key) ${toChange(row)}; END;`,
    )
  })
}
