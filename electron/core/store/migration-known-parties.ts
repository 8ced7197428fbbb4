/** Identifiers of the contacts that the office has judged to be other people than this one, as a JSON list. */
export const migrationDistinctContacts = `
  ALTER TABLE contact ADD COLUMN distinct_from TEXT NOT NULL DEFAULT '[]';
`

const NUMBERS_OF_CASE = (row: string) => `
  SELECT party_number(${row}.seller_tax_id), 'case', ${row}.seq, 'seller'
    WHERE party_number(${row}.seller_tax_id) <> ''
  UNION ALL SELECT party_number(${row}.buyer_tax_id), 'case', ${row}.seq, 'buyer'
    WHERE party_number(${row}.buyer_tax_id) <> ''`

const NUMBERS_OF_DRAFT = (row: string) => `
  SELECT party_number_in(${row}.form, 'sellerTaxId'), 'draft', ${row}.seq, 'seller'
    WHERE party_number_in(${row}.form, 'sellerTaxId') <> ''
  UNION ALL SELECT party_number_in(${row}.form, 'buyerTaxId'), 'draft', ${row}.seq, 'buyer'
    WHERE party_number_in(${row}.form, 'buyerTaxId') <> ''`

const INSERT = 'INSERT OR IGNORE INTO known_party (number, kind, seq, role)'

/**
 * Index of the tax ids of the parties, as typed in annotations and drafts. It finds a person or company among 100,000
 * procedures without reading them. Triggers update it for any writer (a form, a restored backup, the erasure of a
 * person). The SQL functions are in `electron/core/features/known-parties/known-parties.store.ts`. Contacts and
 * signature requests have a column of their own.
 */
export const migrationKnownParties = `
  CREATE TABLE known_party (
    number TEXT NOT NULL,
    kind   TEXT NOT NULL CHECK (kind IN ('case', 'draft')),
    seq    INTEGER NOT NULL,
    role   TEXT NOT NULL CHECK (role IN ('seller', 'buyer')),
    PRIMARY KEY (number, kind, seq, role)
  ) WITHOUT ROWID;
  CREATE INDEX known_party_of ON known_party (kind, seq);
  CREATE INDEX signing_id_number ON signing (id_number, seq);

  ${INSERT} SELECT party_number(seller_tax_id), 'case', seq, 'seller' FROM desk
    WHERE party_number(seller_tax_id) <> '';
  ${INSERT} SELECT party_number(buyer_tax_id), 'case', seq, 'buyer' FROM desk
    WHERE party_number(buyer_tax_id) <> '';
  ${INSERT} SELECT party_number_in(form, 'sellerTaxId'), 'draft', seq, 'seller' FROM draft
    WHERE party_number_in(form, 'sellerTaxId') <> '';
  ${INSERT} SELECT party_number_in(form, 'buyerTaxId'), 'draft', seq, 'buyer' FROM draft
    WHERE party_number_in(form, 'buyerTaxId') <> '';

  CREATE TRIGGER known_party_of_case AFTER INSERT ON desk
    WHEN new.seller_tax_id <> '' OR new.buyer_tax_id <> '' BEGIN
    ${INSERT} ${NUMBERS_OF_CASE('new')};
  END;
  CREATE TRIGGER known_party_of_changed_case AFTER UPDATE OF seller_tax_id, buyer_tax_id ON desk
    WHEN old.seller_tax_id IS NOT new.seller_tax_id OR old.buyer_tax_id IS NOT new.buyer_tax_id BEGIN
    DELETE FROM known_party WHERE kind = 'case' AND seq = new.seq;
    ${INSERT} ${NUMBERS_OF_CASE('new')};
  END;
  CREATE TRIGGER known_party_of_gone_case AFTER DELETE ON desk BEGIN
    DELETE FROM known_party WHERE kind = 'case' AND seq = old.seq;
  END;
  CREATE TRIGGER known_party_of_draft AFTER INSERT ON draft BEGIN
    ${INSERT} ${NUMBERS_OF_DRAFT('new')};
  END;
  CREATE TRIGGER known_party_of_changed_draft AFTER UPDATE OF form ON draft
    WHEN party_number_in(old.form, 'sellerTaxId') IS NOT party_number_in(new.form, 'sellerTaxId')
      OR party_number_in(old.form, 'buyerTaxId') IS NOT party_number_in(new.form, 'buyerTaxId') BEGIN
    DELETE FROM known_party WHERE kind = 'draft' AND seq = new.seq;
    ${INSERT} ${NUMBERS_OF_DRAFT('new')};
  END;
  CREATE TRIGGER known_party_of_gone_draft AFTER DELETE ON draft BEGIN
    DELETE FROM known_party WHERE kind = 'draft' AND seq = old.seq;
  END;
`

/**
 * Sent values of a signer that differ from the address book. They are stored until the user accepts or rejects them.
 * JSON of `ContactProposal` (`electron/core/features/signature-requests/signature-requests.rules.ts`).
 */
export const migrationContacts = 'ALTER TABLE contact ADD COLUMN proposal TEXT;'

/**
 * Templates of procedures for a client or dealer. `fields` and `expected` are JSON, because names of fields and
 * documents change between versions. Reading a template tells which parts no longer apply
 * (`shared/domain/procedures/template.ts`).
 */
export const migrationTemplates = `
  CREATE TABLE template (
    seq        INTEGER PRIMARY KEY,
    id         TEXT NOT NULL UNIQUE,
    version    INTEGER NOT NULL DEFAULT 1,
    name       TEXT NOT NULL,
    kind       TEXT NOT NULL,
    -- Compact, of the client or dealer that it is for; empty for none.
    tax_id     TEXT NOT NULL DEFAULT '',
    fields     TEXT NOT NULL,
    -- Nothing for the usual documents.
    expected   TEXT,
    uses       INTEGER NOT NULL DEFAULT 0,
    used_at    INTEGER,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  );
  CREATE INDEX template_tax_id ON template (tax_id);
`
