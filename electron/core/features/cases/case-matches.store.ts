import type Database from 'better-sqlite3-multiple-ciphers'
import type { CaseMatch, CaseRow } from '#shared/bridge/cases.ts'
import { personTail } from '#shared/domain/case-person.ts'
import { isFound, phoneCode, type Searchable, searchText, writtenIn } from '#shared/domain/search-text.ts'
import { excerptOf, searchMarks, type SearchMarks } from '#shared/domain/search-marks.ts'
import { cleanTaxId } from '#shared/domain/tax-id.ts'
import { GIVEN_DOCUMENTS, STORED_REACH } from '../../store/migration-case-search.ts'
import { recordIn, textsIn } from '../../store/stored-json.rules.ts'
import { documentNames, namesOfType, reachIn } from './case-search.rules.ts'

interface StoredSources {
  notes: string | null
  seller_tax_id: string | null
  buyer_tax_id: string | null
  documents: string
  reach: string
  body: string
}

/** Each is a line in its row. */
const MAX_MATCHES = 2

/** Finds what of a procedure matches a search and is in no column of its row. */
export function createCaseMatches(db: Database.Database) {
  const stored = db.prepare<[number], StoredSources>(
    `SELECT d.notes, d.seller_tax_id, d.buyer_tax_id, r.body,
       ${GIVEN_DOCUMENTS} AS documents,
       ${STORED_REACH} AS reach
     FROM resource r LEFT JOIN desk d ON d.seq = r.seq WHERE r.seq = ?`,
  )

  /** @returns none when the row itself says all that matches */
  return function matchesOf(seq: number, row: CaseRow, typed: string, marks: SearchMarks): CaseMatch[] {
    if (isFound(searchText(wordsOf(row)), typed)) return []
    const found = stored.get(seq)
    if (!found) return []
    const one = (field: CaseMatch['field'], text: string, searched = text): CaseMatch[] =>
      marks.of(searched).length === 0 ? [] : [{ field, text }]
    const taxId = (field: 'sellerTaxId' | 'buyerTaxId', written: string | null) => {
      const id = cleanTaxId(written ?? '')
      return one(field, personTail(id), id)
    }
    const document = (name: string): CaseMatch[] =>
      marks.of(name).length === 0 ? [] : [{ field: 'document', text: excerptOf(name, marks) }]
    const note = found.notes ?? ''
    // A telephone is found with a prefix that the note does not have.
    const isIn = (text: string) =>
      marks.of(text).length > 0 || isFound(searchText({ whole: writtenIn(text) }), typed)
    const reached = textsIn(found.reach).map(reachIn)
    // The answer of the service is long, and is read last.
    const sources: readonly (() => CaseMatch[])[] = [
      () => taxId('sellerTaxId', found.seller_tax_id),
      () => taxId('buyerTaxId', found.buyer_tax_id),
      () => reached.flatMap(({ phone }) => one('phone', phone, phoneCode(phone))),
      () => reached.flatMap(({ email }) => one('email', email)),
      () => (typed.includes('@') ? reached.flatMap(({ userEmail }) => one('email', userEmail)) : []),
      () => textsIn(found.documents).flatMap(document),
      () => (isIn(note) ? [{ field: 'notes', text: excerptOf(note, marks) }] : []),
      () => serviceDocuments(found.body).flatMap(document),
    ]
    const matches = new Map<string, CaseMatch>()
    for (const source of sources) {
      for (const match of source()) matches.set(`${match.field} ${match.text}`, match)
      if (matches.size >= MAX_MATCHES) break
    }
    return [...matches.values()].slice(0, MAX_MATCHES)
  }
}

function serviceDocuments(body: string): string[] {
  const { documents, generatedDocuments } = recordIn(body)
  return [documents, generatedDocuments].flatMap((list) => documentNames(JSON.stringify(list ?? [])))
}

/** Words of a row that its columns show. */
function wordsOf(row: CaseRow): Searchable {
  const { client, sellerName, buyerName, vehicle, invoice = '', labels, id, subject, type } = row
  return {
    plate: subject.vrm ?? '',
    codes: [subject.vin ?? '', invoice, id],
    texts: [client, sellerName, buyerName, vehicle, ...labels, ...namesOfType(type, subject.label)],
  }
}

/** Marks of a search; `null` without a text. */
export const marksOf = (text: string | undefined): SearchMarks | null =>
  text === undefined || text.trim() === '' ? null : searchMarks(text)
