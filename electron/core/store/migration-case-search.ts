import { keysOf } from './migration-cases.ts'

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

const peopleOf = (where: string) => `
  INSERT OR IGNORE INTO case_person (key, seq)
  SELECT k.value, d.seq FROM desk d,
    json_each(case_person_keys(d.client, d.seller_name, d.seller_tax_id, d.buyer_name, d.buyer_tax_id)) k
  WHERE ${where};`

const ofProcedure = (id: string) => `r.id = ${id}`
const ofPlate = (vrm: string) => `r.seq IN (SELECT seq FROM desk_key WHERE vrm = ${vrm})`
const ofContact = (idNumber: string) =>
  `r.seq IN (SELECT seq FROM case_person WHERE key = 'id:' || ${idNumber})`
const ofDraft = (draftId: string) => ofProcedure(`(SELECT procedure_id FROM draft WHERE id = ${draftId})`)
const ofSignature = (id: string) =>
  ofProcedure(`(SELECT procedure_id FROM signature_link WHERE signature_id = ${id})`)

const PEOPLE = ['client', 'seller_name', 'seller_tax_id', 'buyer_name', 'buyer_tax_id']
const ANNOTATED = [...PEOPLE, 'notes']
const isAny = (columns: readonly string[], row: 'old' | 'new') =>
  columns.map((column) => `${row}.${column} <> ''`).join(' OR ')
const isOther = (columns: readonly string[]) =>
  columns.map((column) => `old.${column} IS NOT new.${column}`).join(' OR ')

const trigger = (name: string, event: string, body: string, when?: string) => `
  CREATE TRIGGER ${name} AFTER ${event}${when === undefined ? '' : ` WHEN ${when}`} BEGIN ${body} END;`

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

  ${trigger('desk_of_new', 'INSERT ON resource', keysOf('r.seq = new.seq') + wordsOf('r.seq = new.seq'), `new.kind = 'procedure'`)}
  ${trigger(
    'case_words_of_resource',
    'UPDATE OF id, vrm, vin, label, body ON resource',
    wordsAgain('r.seq = new.seq'),
    `new.kind = 'procedure' AND (${isOther(['id', 'vrm', 'vin', 'label'])}
      OR json_extract(old.body, '$.type') IS NOT json_extract(new.body, '$.type')
      OR json_extract(old.body, '$.invoiceNumber') IS NOT json_extract(new.body, '$.invoiceNumber')
      OR old.body -> '$.documents' IS NOT new.body -> '$.documents'
      OR old.body -> '$.generatedDocuments' IS NOT new.body -> '$.generatedDocuments')`,
  )}
  ${trigger(
    'desk_of_gone',
    'DELETE ON resource',
    `DELETE FROM desk WHERE seq = old.seq;
    DELETE FROM desk_label WHERE seq = old.seq;
    DELETE FROM desk_key WHERE seq = old.seq;
    DELETE FROM case_words WHERE rowid = old.seq;`,
    `old.kind = 'procedure'`,
  )}
  ${trigger(
    'case_written',
    'INSERT ON desk',
    peopleOf('d.seq = new.seq') + wordsAgain('r.seq = new.seq'),
    isAny(ANNOTATED, 'new'),
  )}
  ${trigger(
    'case_people_rewritten',
    `UPDATE OF ${PEOPLE.join(', ')} ON desk`,
    `DELETE FROM case_person WHERE seq = old.seq; ${peopleOf('d.seq = new.seq')}${wordsAgain('r.seq = new.seq')}`,
    isOther(PEOPLE),
  )}
  ${trigger('case_notes_rewritten', 'UPDATE OF notes ON desk', wordsAgain('r.seq = new.seq'), `${isOther(['notes'])} AND NOT (${isOther(PEOPLE)})`)}
  ${trigger(
    'case_unwritten',
    'DELETE ON desk',
    `DELETE FROM case_person WHERE seq = old.seq; ${keysOf('r.seq = old.seq')}${wordsAgain('r.seq = old.seq')}`,
  )}
  ${trigger('case_labelled', 'INSERT ON desk_label', wordsAgain('r.seq = new.seq'))}
  ${trigger('case_relabelled', 'UPDATE ON desk_label', wordsAgain('r.seq IN (old.seq, new.seq)'))}
  ${trigger('case_unlabelled', 'DELETE ON desk_label', wordsAgain('r.seq = old.seq'))}

  ${trigger('case_vehicle_known', 'INSERT ON report', wordsAgain(ofPlate('new.vrm')), 'coalesce(new.brand, new.model) IS NOT NULL')}
  ${trigger('case_vehicle_changed', 'UPDATE OF vrm, brand, model ON report', wordsAgain(ofPlate('old.vrm')) + wordsAgain(ofPlate('new.vrm')))}
  ${trigger('case_vehicle_gone', 'DELETE ON report', wordsAgain(ofPlate('old.vrm')), 'coalesce(old.brand, old.model) IS NOT NULL')}

  ${trigger('case_draft_new', 'INSERT ON draft', wordsAgain(ofProcedure('new.procedure_id')), 'new.procedure_id IS NOT NULL')}
  ${trigger(
    'case_draft_changed',
    'UPDATE OF procedure_id, form ON draft',
    wordsAgain(`r.id IN (old.procedure_id, new.procedure_id)`),
    `new.procedure_id IS NOT old.procedure_id
      OR (new.procedure_id IS NOT NULL AND case_reach_in(old.form) IS NOT case_reach_in(new.form))`,
  )}
  ${trigger('case_draft_gone', 'DELETE ON draft', wordsAgain(ofProcedure('old.procedure_id')), 'old.procedure_id IS NOT NULL')}
  ${trigger('case_document_new', 'INSERT ON document', wordsAgain(ofDraft('new.draft_id')))}
  ${trigger('case_document_renamed', 'UPDATE OF name, draft_id ON document', wordsAgain(ofDraft('new.draft_id')), isOther(['name', 'draft_id']))}
  ${trigger('case_document_gone', 'DELETE ON document', wordsAgain(ofDraft('old.draft_id')))}
  ${trigger('case_attachment_new', 'INSERT ON supply', wordsAgain(ofProcedure('new.procedure_id')), 'new.name IS NOT NULL')}
  ${trigger(
    'case_attachment_changed',
    'UPDATE OF name, state, procedure_id ON supply',
    wordsAgain(`r.id IN (old.procedure_id, new.procedure_id)`),
    `${isOther(['name', 'procedure_id'])} OR (old.state = 'dropped') <> (new.state = 'dropped')`,
  )}
  ${trigger('case_attachment_gone', 'DELETE ON supply', wordsAgain(ofProcedure('old.procedure_id')), 'old.name IS NOT NULL')}

  ${trigger('case_contact_new', 'INSERT ON contact', wordsAgain(ofContact('new.id_number')))}
  ${trigger(
    'case_contact_changed',
    'UPDATE OF id_number, fields ON contact',
    wordsAgain(ofContact('old.id_number')) + wordsAgain(ofContact('new.id_number')),
    `${isOther(['id_number'])} OR case_reach_in(old.fields) IS NOT case_reach_in(new.fields)`,
  )}
  ${trigger('case_contact_gone', 'DELETE ON contact', wordsAgain(ofContact('old.id_number')))}
  ${trigger('case_linked', 'INSERT ON signature_link', wordsAgain(ofProcedure('new.procedure_id')))}
  ${trigger('case_relinked', 'UPDATE ON signature_link', wordsAgain('r.id IN (old.procedure_id, new.procedure_id)'))}
  ${trigger('case_unlinked', 'DELETE ON signature_link', wordsAgain(ofProcedure('old.procedure_id')))}
  ${trigger('case_signer_new', 'INSERT ON resource', wordsAgain(ofSignature('new.id')), `new.kind = 'signature'`)}
  ${trigger(
    'case_signer_changed',
    'UPDATE OF body ON resource',
    wordsAgain(ofSignature('new.id')),
    `new.kind = 'signature' AND case_reach_in(old.body) IS NOT case_reach_in(new.body)`,
  )}
`
