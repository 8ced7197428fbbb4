import { createTriggersOf } from './migration-sharing.ts'

/**
 * Clients (features/clients): records, merges and papers on file. The content of a paper is in parts, because one
 * shared record has no room for it.
 */
export const migrationClients = `
  CREATE TABLE client (
    seq        INTEGER PRIMARY KEY,
    -- Dealer id: every PC makes the same one from the name.
    id         TEXT NOT NULL UNIQUE,
    name       TEXT NOT NULL,
    tax_id     TEXT NOT NULL,
    email      TEXT NOT NULL,
    phone      TEXT NOT NULL,
    notes      TEXT NOT NULL,
    version    INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  );
  CREATE INDEX client_tax_id ON client (tax_id) WHERE tax_id <> '';

  CREATE TABLE client_merge (
    from_id TEXT NOT NULL,
    into_id TEXT NOT NULL,
    -- 0 once the two were taken apart.
    merged  INTEGER NOT NULL,
    at      INTEGER NOT NULL,
    PRIMARY KEY (from_id, into_id)
  ) WITHOUT ROWID;

  CREATE TABLE client_document (
    seq        INTEGER PRIMARY KEY,
    id         TEXT NOT NULL UNIQUE,
    client     TEXT NOT NULL,
    type       TEXT NOT NULL,
    name       TEXT NOT NULL,
    mime       TEXT NOT NULL,
    size       INTEGER NOT NULL,
    sha256     TEXT NOT NULL,
    signed_day TEXT,
    until_day  TEXT,
    added_at   INTEGER NOT NULL,
    person     TEXT NOT NULL,
    -- 1 if its parts are shared.
    shared     INTEGER NOT NULL
  );
  CREATE INDEX client_document_client ON client_document (client);

  CREATE TABLE client_document_part (
    seq      INTEGER PRIMARY KEY,
    document_id TEXT NOT NULL,
    position INTEGER NOT NULL,
    data     BLOB NOT NULL,
    UNIQUE (document_id, position)
  );

  ${[
    {
      table: 'client',
      events: ['INSERT', 'UPDATE', 'DELETE'] as const,
      change: `SELECT 'client' AS kind, $.id AS key`,
    },
    {
      table: 'client_merge',
      events: ['INSERT', 'UPDATE'] as const,
      change: `SELECT 'client-merge' AS kind, json_array($.from_id, $.into_id) AS key`,
    },
    {
      table: 'client_document',
      events: ['INSERT', 'UPDATE', 'DELETE'] as const,
      change: `SELECT 'client-document' AS kind, $.id AS key`,
    },
    {
      table: 'client_document_part',
      events: ['INSERT'] as const,
      change: `SELECT 'client-document-part' AS kind, $.document_id || ' ' || $.position AS key`,
    },
  ]
    .flatMap((noted) => createTriggersOf(noted, noted.table))
    .join('\n')}
  -- Another PC may share clients already: the relay's list is read again.
  UPDATE meta SET v = json_set(v, '$.cursor', NULL) WHERE k = 'sharing';
`
