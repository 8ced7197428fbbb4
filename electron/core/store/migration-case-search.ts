import { caseSearchTriggers, peopleOf } from './case-search-triggers.ts'

/*
 * Columns of a query of `resource r`. They belong to released migrations, so they are never edited. Each branch of a
 * UNION has its own condition, because SQLite passes no condition from outside into a compound view.
 */

/** JSON list of the names that this office gave to documents. The service's names are in the service's answer. */
const GIVEN_DOCUMENTS = `(SELECT json_group_array(name) FROM (
    SELECT given.name FROM draft f JOIN document given ON given.draft_id = f.id WHERE f.procedure_id = r.id
    UNION ALL
    SELECT s.name FROM supply s WHERE s.procedure_id = r.id AND s.name IS NOT NULL AND s.state <> 'dropped'))`

/**
 * JSON list of stored records with an e-mail address or a telephone of a procedure's people: its form, entries of the
 * address book under its identifiers, its signatures. Present queries read this column too.
 */
export const STORED_REACH = `(SELECT json_group_array(stored) FROM (
    SELECT f.form AS stored FROM draft f WHERE f.procedure_id = r.id
    UNION ALL
    SELECT entry.fields FROM case_person p CROSS JOIN contact entry ON entry.id_number = substr(p.key, 4)
      WHERE p.seq = r.seq AND p.key LIKE 'id:%'
    UNION ALL
    SELECT signed.body FROM signature_link l CROSS JOIN resource signed ON signed.kind = 'signature' AND signed.id = l.signature_id
      WHERE l.procedure_id = r.id))`

/** Inserts the search words of procedures. */
const wordsOf = (where: string) => `
  INSERT INTO case_words (rowid, words, people)
  SELECT r.seq,
    case_text(r.id, r.vrm, r.vin, r.label, json_extract(r.body, '$.type'), json_extract(r.body, '$.invoiceNumber'),
      d.notes, (SELECT vehicle FROM case_vehicle v WHERE v.vrm = r.vrm),
      (SELECT json_group_array(label) FROM desk_label l WHERE l.seq = r.seq),
      ${GIVEN_DOCUMENTS},
      r.body -> '$.documents', r.body -> '$.generatedDocuments',
      ${STORED_REACH}, d.client, d.seller_name, d.seller_tax_id, d.buyer_name, d.buyer_tax_id),
    case_people(d.client, d.seller_name, d.seller_tax_id, d.buyer_name, d.buyer_tax_id)
  FROM resource r LEFT JOIN desk d ON d.seq = r.seq WHERE r.kind = 'procedure' AND ${where};`

/**
 * Builds the search words of procedures again. It also writes their keys, so that a list knows that its results may
 * have changed (`electron/core/features/cases/case-records.store.ts`).
 * @param seqs condition on `r` that selects the procedures
 */
const wordsAgain = (seqs: string) => {
  const these = `(SELECT r.seq FROM resource r WHERE r.kind = 'procedure' AND ${seqs})`
  return `
  DELETE FROM case_words WHERE rowid IN ${these};
  ${wordsOf(seqs)}
  UPDATE desk_key SET marked = marked WHERE seq IN ${these};`
}

/**
 * Search words of a procedure beyond its own row: vehicle, labels, document names, and how to reach its people. Its
 * people have a column of their own, so that a search can be limited to them. Replaces `desk_words`.
 *
 * As in migration-cases.ts, triggers build `case_words` and `case_person` from the tables that have the data. So the
 * search stays right for any writer (an answer, a restored backup, the erasure of a person). The SQL functions are in
 * `electron/core/features/cases/case-functions.store.ts`.
 */
export const migrationCaseSearch = `
  DROP TRIGGER desk_of_new;
  DROP TRIGGER desk_words_of_resource;
  DROP TRIGGER desk_of_gone;
  DROP TRIGGER desk_words_written;
  DROP TRIGGER desk_unwritten;
  DROP TRIGGER desk_words_rewritten;
  DROP TABLE desk_words;

  -- Make and model of a plate, as its latest report with either says.
  CREATE VIEW case_vehicle AS
    SELECT p.vrm, trim(concat_ws(' ', p.brand, p.model)) AS vehicle FROM report p
    WHERE p.seq = (SELECT n.seq FROM report n WHERE n.vrm = p.vrm AND coalesce(n.brand, n.model) IS NOT NULL
      ORDER BY n.seq DESC LIMIT 1);
  -- Every person of a procedure, by personKey (shared/domain/parties.ts).
  CREATE TABLE case_person (
    key TEXT NOT NULL,
    seq INTEGER NOT NULL,
    PRIMARY KEY (key, seq)
  ) WITHOUT ROWID;
  CREATE INDEX case_person_of ON case_person (seq);
  -- Folded already (shared/domain/search-text.ts), so that what is found is exactly what that says.
  CREATE VIRTUAL TABLE case_words USING fts5 (
    words, people, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1'
  );
  ${peopleOf('true')}
  ${wordsOf('true')}

  ${caseSearchTriggers({ again: wordsAgain, ofNew: wordsOf })}`

// Do not use OR IGNORE: in a trigger, the ON CONFLICT of the statement that fires it has precedence.
const staleAgain = (seqs: string) => `
  INSERT INTO case_stale (seq) SELECT r.seq FROM resource r WHERE r.kind = 'procedure' AND ${seqs}
    ON CONFLICT (seq) DO NOTHING;`

const triggers = caseSearchTriggers({ again: staleAgain, ofNew: staleAgain })
const names = [...triggers.matchAll(/CREATE TRIGGER (\w+)/g)].map(([, name]) => name)

/**
 * Table of procedures whose search words must be built again. Until now each trigger built them. So a bulk label, a
 * restore or the edit of a contact built the words of many rows in one call, some of them several times
 * (`electron/core/features/cases/case-words.store.ts`). Words of the previous version lack the telephones of notes,
 * so all procedures are stale.
 */
export const migrationCaseStale = `
  CREATE TABLE case_stale (seq INTEGER PRIMARY KEY);
  INSERT INTO case_stale (seq) SELECT seq FROM resource WHERE kind = 'procedure';
  -- Fewer merges, which other calls wait for: of 20,000 procedures the longest took 1 s, with these 0.15 s.
  INSERT INTO case_words (case_words, rank) VALUES ('automerge', 8);
  INSERT INTO case_words (case_words, rank) VALUES ('deletemerge', 0);
  ${names.map((name) => `DROP TRIGGER ${name};`).join('\n  ')}
  ${triggers}`

/**
 * Three indexes get the columns that a page of search results reads: make, model and the names of documents. The query
 * then reads no table rows. The previous version wrote addresses in another form, so every case is indexed again.
 */
export const migrationSearchReads = `
  DROP INDEX report_of_plate;
  CREATE INDEX report_of_plate ON report (vrm, seq, brand, model);
  DROP INDEX draft_procedure;
  CREATE INDEX draft_procedure ON draft (procedure_id, id) WHERE procedure_id IS NOT NULL;
  DROP INDEX document_of_draft;
  CREATE INDEX document_of_draft ON document (draft_id, seq, name);
  INSERT OR IGNORE INTO case_stale (seq) SELECT seq FROM resource WHERE kind = 'procedure';
`

/**
 * Size in bytes of a block of the search indexes, so that a block fits in a page of the encrypted database. SQLite's
 * default is some bytes larger, and each block then takes two pages. New blocks have this size. Existing blocks get
 * it when they are merged.
 */
const BLOCK_BYTES = 3_960

export const migrationWordBlocks = ['case_words', 'signature_words', 'report_words']
  .map((words) => `INSERT INTO ${words} (${words}, rank) VALUES ('pgsz', ${BLOCK_BYTES});`)
  .join('\n')
