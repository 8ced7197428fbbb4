import { createTriggersOf } from './migration-sharing.ts'

/**
 * Ledger of the office (features/ledger): entries, and the tariffs that propose them. Entries only grow. Amounts never
 * change: triggers refuse it. An erasure or the retention may empty texts and names.
 */
export const migrationLedger = `
  CREATE TABLE ledger_entry (
    seq          INTEGER PRIMARY KEY,
    id           TEXT NOT NULL UNIQUE,
    -- Without one, the entry belongs to the client of client_id.
    procedure_id TEXT,
    -- Id and name of the client of an entry without procedure. After an erasure, a digest of the id.
    client_id    TEXT NOT NULL,
    client       TEXT NOT NULL,
    -- Plate or chassis number of an erased procedure.
    vehicle      TEXT NOT NULL DEFAULT '',
    kind         TEXT NOT NULL CHECK (kind IN ('request', 'payment', 'disbursement', 'fee', 'refund')),
    concept      TEXT,
    cents        INTEGER NOT NULL,
    vat_rate     INTEGER NOT NULL,
    vat_cents    INTEGER NOT NULL,
    text         TEXT NOT NULL,
    day          TEXT NOT NULL,
    at           INTEGER NOT NULL,
    person       TEXT NOT NULL,
    -- PC that wrote it. Empty for this one.
    device       TEXT NOT NULL,
    corrects     TEXT,
    -- 1 once a user said that it is right beside an alike entry.
    kept         INTEGER NOT NULL DEFAULT 0
  );
  -- Has every column that sums read.
  CREATE INDEX ledger_entry_procedure ON ledger_entry (procedure_id, client_id, day, kind, cents, vat_cents);
  CREATE INDEX ledger_entry_client ON ledger_entry (client_id);
  CREATE INDEX ledger_entry_day ON ledger_entry (day);

  CREATE TRIGGER ledger_entry_stays BEFORE DELETE ON ledger_entry BEGIN
    SELECT raise(ABORT, 'the ledger only grows');
  END;
  CREATE TRIGGER ledger_entry_is_fixed
    BEFORE UPDATE OF id, procedure_id, kind, concept, cents, vat_rate, vat_cents, corrects ON ledger_entry BEGIN
    SELECT raise(ABORT, 'an entry never changes');
  END;
  -- Two PCs may correct one entry: both have the counter-entry of the one that wrote last.
  CREATE TRIGGER ledger_entry_is_written_once BEFORE UPDATE OF day, at, person, text, client ON ledger_entry
    WHEN old.corrects IS NULL AND (new.day <> old.day OR new.at <> old.at OR new.person <> old.person
      OR new.text NOT IN (old.text, '') OR new.client NOT IN (old.client, '')) BEGIN
    SELECT raise(ABORT, 'an entry never changes');
  END;

  CREATE TABLE tariff (
    -- Dealer id of the client. Empty: the office's own.
    client     TEXT NOT NULL,
    kind       TEXT NOT NULL,
    lines      TEXT NOT NULL,
    version    INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    PRIMARY KEY (client, kind)
  ) WITHOUT ROWID;

  -- 1 once the ledger has its entry, or needs none. Reports paid before this step are accounted for elsewhere.
  ALTER TABLE complete_request ADD COLUMN is_in_ledger INTEGER NOT NULL DEFAULT 0;
  UPDATE complete_request SET is_in_ledger = 1 WHERE accepted_at IS NOT NULL;
  CREATE INDEX complete_request_to_enter ON complete_request (vrm)
    WHERE is_in_ledger = 0 AND report_id IS NOT NULL;

  ${createTriggersOf(
    {
      table: 'ledger_entry',
      events: ['INSERT', 'UPDATE'],
      change: `SELECT 'entry' AS kind, $.id AS key`,
    },
    'entry',
  )
    .concat(
      createTriggersOf(
        {
          table: 'tariff',
          events: ['INSERT', 'UPDATE', 'DELETE'],
          change: `SELECT 'tariff' AS kind, $.kind || ' ' || $.client AS key`,
        },
        'tariff',
      ),
    )
    .join('\n')}
  -- Another PC may share entries already: the relay's list is read again.
  UPDATE meta SET v = json_set(v, '$.cursor', NULL) WHERE k = 'sharing';
`
