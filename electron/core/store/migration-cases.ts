/** Final states of a procedure, as SQL. */
const ENDED = `('DONE', 'CANCELLED', 'DELIVERED_TO_CLIENT')`

/** Filter and sort columns of a procedure, rebuilt from its resource and its annotations. */
export const keysOf = (where: string) => `
  INSERT INTO desk_key (seq, status, type, since, changed_at, closed_at, first_day, last_day, marked, vrm, client)
  SELECT r.seq, r.status, CAST(coalesce(json_extract(r.body, '$.type'), '') AS TEXT), r.since,
    max(r.since, coalesce(r.server_at, 0)),
    CASE WHEN r.status IN ${ENDED}
      THEN min(r.since, coalesce((SELECT k.closed_at FROM desk_key k WHERE k.seq = r.seq), r.since)) END,
    CASE WHEN r.status NOT IN ${ENDED} THEN desk_day(json_extract(r.body, '$.type'), d.contract_date, 0) END,
    CASE WHEN r.status NOT IN ${ENDED} THEN desk_day(json_extract(r.body, '$.type'), d.contract_date, 1) END,
    coalesce(d.marked, 0), coalesce(r.vrm, ''), desk_order(coalesce(d.client, ''))
  FROM resource r LEFT JOIN desk d ON d.seq = r.seq WHERE ${where}
  ON CONFLICT (seq) DO UPDATE SET status = excluded.status, type = excluded.type, since = excluded.since,
    changed_at = excluded.changed_at, closed_at = excluded.closed_at, first_day = excluded.first_day,
    last_day = excluded.last_day, marked = excluded.marked, vrm = excluded.vrm, client = excluded.client;`

const wordsOf = (where: string) => `
  INSERT INTO desk_words (rowid, words)
  SELECT r.seq, desk_text(r.id, r.vrm, r.vin, r.label, json_extract(r.body, '$.type'),
    json_extract(r.body, '$.invoiceNumber'), d.client, d.seller_name, d.seller_tax_id, d.buyer_name, d.buyer_tax_id,
    d.notes)
  FROM resource r LEFT JOIN desk d ON d.seq = r.seq WHERE ${where};`

const wordsAgain = (seq: string) => `
  DELETE FROM desk_words WHERE rowid = ${seq};
  ${wordsOf(`r.seq = ${seq}`)}`

const COLUMNS = ['client', 'seller_name', 'seller_tax_id', 'buyer_name', 'buyer_tax_id', 'notes']

/**
 * Annotations of each procedure, and its search words. The saved views are in `meta`.
 *
 * Users type `desk` and `desk_label`, by the `seq` of the resource. Triggers build `desk_key` and `desk_words` from
 * these tables and from `resource`. So the list and the search stay right for any writer (an answer, a restored
 * backup, the erasure of a person). A row deleted from `resource` is deleted from all of them. The SQL functions are
 * in `electron/core/features/cases/case-functions.store.ts`.
 */
export const migrationCase = `
  CREATE TABLE desk (
    seq           INTEGER PRIMARY KEY,
    -- Grows when the fields change, and not with a mark or a label: a form that is open has nothing to do with those.
    version       INTEGER NOT NULL DEFAULT 0,
    updated_at    INTEGER NOT NULL DEFAULT 0,
    client        TEXT NOT NULL DEFAULT '',
    seller_name   TEXT NOT NULL DEFAULT '',
    seller_tax_id TEXT NOT NULL DEFAULT '',
    buyer_name    TEXT NOT NULL DEFAULT '',
    buyer_tax_id  TEXT NOT NULL DEFAULT '',
    contract_date TEXT NOT NULL DEFAULT '',
    notes         TEXT NOT NULL DEFAULT '',
    marked        INTEGER NOT NULL DEFAULT 0,
    pinned        INTEGER NOT NULL DEFAULT 0,
    pinned_why    TEXT NOT NULL DEFAULT ''
  );
  CREATE TABLE desk_label (
    seq   INTEGER NOT NULL,
    label TEXT NOT NULL,
    PRIMARY KEY (seq, label)
  ) WITHOUT ROWID;
  CREATE INDEX desk_label_by_name ON desk_label (label, seq);

  CREATE TABLE desk_key (
    seq        INTEGER PRIMARY KEY,
    status     TEXT NOT NULL,
    type       TEXT NOT NULL,
    since      INTEGER NOT NULL,
    changed_at INTEGER NOT NULL,
    -- When it entered a state that ends it; from there to another of them changes nothing.
    closed_at  INTEGER,
    -- Legal days of what has not ended, as 20261121: days of the calendar, whatever zone this PC is in.
    first_day  INTEGER,
    last_day   INTEGER,
    marked     INTEGER NOT NULL,
    blocked    INTEGER NOT NULL DEFAULT 0,
    vrm        TEXT NOT NULL,
    client     TEXT NOT NULL
  );
  CREATE INDEX desk_key_vrm ON desk_key (vrm);
  CREATE INDEX desk_key_client ON desk_key (client);
  -- Folded already (shared/domain/search-text.ts), so that what is found is exactly what that says.
  CREATE VIRTUAL TABLE desk_words USING fts5 (
    words, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1'
  );

  -- What was written in the wizard of what is already sent.
  INSERT INTO desk (seq, version, updated_at, client, seller_name, seller_tax_id, buyer_name, buyer_tax_id,
    contract_date, notes)
  SELECT r.seq, 1, coalesce(d.sent_at, d.updated_at),
    coalesce(json_extract(d.form, '$.fields.client'), ''), coalesce(json_extract(d.form, '$.fields.sellerName'), ''),
    coalesce(json_extract(d.form, '$.fields.sellerTaxId'), ''),
    coalesce(json_extract(d.form, '$.fields.buyerName'), ''),
    coalesce(json_extract(d.form, '$.fields.buyerTaxId'), ''),
    coalesce(json_extract(d.form, '$.fields.contractDate'), ''), coalesce(json_extract(d.form, '$.fields.notes'), '')
  FROM draft d JOIN resource r ON r.kind = 'procedure' AND r.id = d.procedure_id
  WHERE d.state = 'sent' GROUP BY r.seq HAVING d.seq = max(d.seq);
  ${keysOf(`r.kind = 'procedure'`)}
  ${wordsOf(`r.kind = 'procedure'`)}

  CREATE TRIGGER desk_of_new AFTER INSERT ON resource WHEN new.kind = 'procedure' BEGIN
    ${keysOf('r.seq = new.seq')}
    ${wordsOf('r.seq = new.seq')}
  END;
  CREATE TRIGGER desk_keys_of_resource AFTER UPDATE OF status, since, server_at, vrm, body ON resource
    WHEN new.kind = 'procedure' BEGIN
    ${keysOf('r.seq = new.seq')}
  END;
  CREATE TRIGGER desk_words_of_resource AFTER UPDATE OF id, vrm, vin, label, body ON resource
    WHEN new.kind = 'procedure' AND (old.id IS NOT new.id OR old.vrm IS NOT new.vrm OR old.vin IS NOT new.vin
      OR old.label IS NOT new.label
      OR json_extract(old.body, '$.type') IS NOT json_extract(new.body, '$.type')
      OR json_extract(old.body, '$.invoiceNumber') IS NOT json_extract(new.body, '$.invoiceNumber')) BEGIN
    ${wordsAgain('new.seq')}
  END;
  -- The column is made by the step after this one.
  CREATE TRIGGER desk_blocked AFTER UPDATE OF blocked_at ON resource WHEN new.kind = 'procedure' BEGIN
    UPDATE desk_key SET blocked = new.blocked_at IS NOT NULL WHERE seq = new.seq;
  END;
  CREATE TRIGGER desk_of_gone AFTER DELETE ON resource WHEN old.kind = 'procedure' BEGIN
    DELETE FROM desk WHERE seq = old.seq;
    DELETE FROM desk_label WHERE seq = old.seq;
    DELETE FROM desk_key WHERE seq = old.seq;
    DELETE FROM desk_words WHERE rowid = old.seq;
  END;
  CREATE TRIGGER desk_written AFTER INSERT ON desk BEGIN
    ${keysOf('r.seq = new.seq')}
  END;
  CREATE TRIGGER desk_words_written AFTER INSERT ON desk
    WHEN ${COLUMNS.map((column) => `new.${column} <> ''`).join(' OR ')} BEGIN
    ${wordsAgain('new.seq')}
  END;
  CREATE TRIGGER desk_marked AFTER UPDATE OF marked ON desk BEGIN
    UPDATE desk_key SET marked = new.marked WHERE seq = new.seq;
  END;
  CREATE TRIGGER desk_rewritten AFTER UPDATE OF client, contract_date ON desk BEGIN
    ${keysOf('r.seq = new.seq')}
  END;
  CREATE TRIGGER desk_unwritten AFTER DELETE ON desk BEGIN
    ${keysOf('r.seq = old.seq')}
    ${wordsAgain('old.seq')}
  END;
  CREATE TRIGGER desk_words_rewritten AFTER UPDATE ON desk
    WHEN ${COLUMNS.map((column) => `old.${column} IS NOT new.${column}`).join(' OR ')} BEGIN
    ${wordsAgain('new.seq')}
  END;
`

/**
 * Computes the client keys again. The previous version kept the marks of a name, so «S.L.» and «SL» were two clients.
 */
export const migrationClientKeys = `
  UPDATE desk_key SET client = desk_order((SELECT d.client FROM desk d WHERE d.seq = desk_key.seq)) WHERE client <> '';
`
