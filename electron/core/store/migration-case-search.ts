import { caseSearchTriggers, peopleOf } from './case-search-triggers.ts'

/*
 * Columns of a query of `resource r`, which queries of today share: as released, they are never edited. Each
 * branch of a UNION has its own condition, because SQLite passes none from outside into a view of several.
 */

/** JSON list of the names of documents that this office gave: those of the service are in its answer. */
export const GIVEN_DOCUMENTS = `(SELECT json_group_array(name) FROM (
    SELECT given.name FROM draft f JOIN document given ON given.draft_id = f.id WHERE f.procedure_id = r.id
    UNION ALL
    SELECT s.name FROM supply s WHERE s.procedure_id = r.id AND s.name IS NOT NULL AND s.state <> 'dropped'))`

/**
 * JSON list of stored records with an e-mail address or a telephone of its people: its form, entries of the address
 * book under its identifiers, its signatures.
 */
export const STORED_REACH = `(SELECT json_group_array(stored) FROM (
    SELECT f.form AS stored FROM draft f WHERE f.procedure_id = r.id
    UNION ALL
    SELECT entry.fields FROM case_person p CROSS JOIN contact entry ON entry.id_number = substr(p.key, 4)
      WHERE p.seq = r.seq AND p.key LIKE 'id:%'
    UNION ALL
    SELECT signed.body FROM signature_link l CROSS JOIN resource signed ON signed.kind = 'signature' AND signed.id = l.signature_id
      WHERE l.procedure_id = r.id))`

/** Builds the words of procedures: a trigger of the first stores with them, and features/cases/case-words.store.ts. */
export const wordsOf = (where: string) => `
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
 * @param seqs condition on `r`: the procedures whose words are built again. Their keys are written too, by which
 * a list knows that its results may be others (features/cases/case-records.store.ts).
 */
const wordsAgain = (seqs: string) => {
  const these = `(SELECT r.seq FROM resource r WHERE r.kind = 'procedure' AND ${seqs})`
  return `
  DELETE FROM case_words WHERE rowid IN ${these};
  ${wordsOf(seqs)}
  UPDATE desk_key SET marked = marked WHERE seq IN ${these};`
}

/**
 * Search words of a procedure beyond its own row: vehicle, labels, document names, and how its people are
 * reached; and its people apart, so that they are searched alone. In the place of `desk_words`.
 *
 * As in migration-cases.ts, triggers build `case_words` and `case_person` from the tables that have the data,
 * so that any writer (an answer, a restored copy, the erasure of a person) keeps the search right. Their
 * functions are in features/cases/case-functions.store.ts; queries read the same views.
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
  -- Every person of a procedure, by personKey (shared/domain/case-person.ts).
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
