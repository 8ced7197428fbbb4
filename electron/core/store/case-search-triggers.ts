import { keysOf } from './migration-cases.ts'

/* Released migrations are made of these parts, so they are never edited: see migration-case-search.ts. */

export const peopleOf = (where: string) => `
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

/** SQL that updates the search words of procedures. */
export interface CaseWordsSql {
  /**
   * Updates the search words of changed procedures.
   * @param seqs condition on `resource r` that selects the procedures
   */
  again: (seqs: string) => string
  /** Adds the search words of new procedures. */
  ofNew: (seqs: string) => string
}

/** Triggers on every table with words of a procedure. They run for every writer. */
export const caseSearchTriggers = ({ again, ofNew }: CaseWordsSql) => `
  ${trigger('desk_of_new', 'INSERT ON resource', keysOf('r.seq = new.seq') + ofNew('r.seq = new.seq'), `new.kind = 'procedure'`)}
  ${trigger(
    'case_words_of_resource',
    'UPDATE OF id, vrm, vin, label, body ON resource',
    again('r.seq = new.seq'),
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
    peopleOf('d.seq = new.seq') + again('r.seq = new.seq'),
    isAny(ANNOTATED, 'new'),
  )}
  ${trigger(
    'case_people_rewritten',
    `UPDATE OF ${PEOPLE.join(', ')} ON desk`,
    `DELETE FROM case_person WHERE seq = old.seq; ${peopleOf('d.seq = new.seq')}${again('r.seq = new.seq')}`,
    isOther(PEOPLE),
  )}
  ${trigger('case_notes_rewritten', 'UPDATE OF notes ON desk', again('r.seq = new.seq'), `${isOther(['notes'])} AND NOT (${isOther(PEOPLE)})`)}
  ${trigger(
    'case_unwritten',
    'DELETE ON desk',
    `DELETE FROM case_person WHERE seq = old.seq; ${keysOf('r.seq = old.seq')}${again('r.seq = old.seq')}`,
  )}
  ${trigger('case_labelled', 'INSERT ON desk_label', again('r.seq = new.seq'))}
  ${trigger('case_relabelled', 'UPDATE ON desk_label', again('r.seq IN (old.seq, new.seq)'))}
  ${trigger('case_unlabelled', 'DELETE ON desk_label', again('r.seq = old.seq'))}

  ${trigger('case_vehicle_known', 'INSERT ON report', again(ofPlate('new.vrm')), 'coalesce(new.brand, new.model) IS NOT NULL')}
  ${trigger('case_vehicle_changed', 'UPDATE OF vrm, brand, model ON report', again(ofPlate('old.vrm')) + again(ofPlate('new.vrm')))}
  ${trigger('case_vehicle_gone', 'DELETE ON report', again(ofPlate('old.vrm')), 'coalesce(old.brand, old.model) IS NOT NULL')}

  ${trigger('case_draft_new', 'INSERT ON draft', again(ofProcedure('new.procedure_id')), 'new.procedure_id IS NOT NULL')}
  ${trigger(
    'case_draft_changed',
    'UPDATE OF procedure_id, form ON draft',
    again(`r.id IN (old.procedure_id, new.procedure_id)`),
    `new.procedure_id IS NOT old.procedure_id
      OR (new.procedure_id IS NOT NULL AND case_reach_in(old.form) IS NOT case_reach_in(new.form))`,
  )}
  ${trigger('case_draft_gone', 'DELETE ON draft', again(ofProcedure('old.procedure_id')), 'old.procedure_id IS NOT NULL')}
  ${trigger('case_document_new', 'INSERT ON document', again(ofDraft('new.draft_id')))}
  ${trigger('case_document_renamed', 'UPDATE OF name, draft_id ON document', again(ofDraft('new.draft_id')), isOther(['name', 'draft_id']))}
  ${trigger('case_document_gone', 'DELETE ON document', again(ofDraft('old.draft_id')))}
  ${trigger('case_attachment_new', 'INSERT ON supply', again(ofProcedure('new.procedure_id')), 'new.name IS NOT NULL')}
  ${trigger(
    'case_attachment_changed',
    'UPDATE OF name, state, procedure_id ON supply',
    again(`r.id IN (old.procedure_id, new.procedure_id)`),
    `${isOther(['name', 'procedure_id'])} OR (old.state = 'dropped') <> (new.state = 'dropped')`,
  )}
  ${trigger('case_attachment_gone', 'DELETE ON supply', again(ofProcedure('old.procedure_id')), 'old.name IS NOT NULL')}

  ${trigger('case_contact_new', 'INSERT ON contact', again(ofContact('new.id_number')))}
  ${trigger(
    'case_contact_changed',
    'UPDATE OF id_number, fields ON contact',
    again(ofContact('old.id_number')) + again(ofContact('new.id_number')),
    `${isOther(['id_number'])} OR case_reach_in(old.fields) IS NOT case_reach_in(new.fields)`,
  )}
  ${trigger('case_contact_gone', 'DELETE ON contact', again(ofContact('old.id_number')))}
  ${trigger('case_linked', 'INSERT ON signature_link', again(ofProcedure('new.procedure_id')))}
  ${trigger('case_relinked', 'UPDATE ON signature_link', again('r.id IN (old.procedure_id, new.procedure_id)'))}
  ${trigger('case_unlinked', 'DELETE ON signature_link', again(ofProcedure('old.procedure_id')))}
  ${trigger('case_signer_new', 'INSERT ON resource', again(ofSignature('new.id')), `new.kind = 'signature'`)}
  ${trigger(
    'case_signer_changed',
    'UPDATE OF body ON resource',
    again(ofSignature('new.id')),
    `new.kind = 'signature' AND case_reach_in(old.body) IS NOT case_reach_in(new.body)`,
  )}
`
