import type Database from 'better-sqlite3-multiple-ciphers'
import type { CaseMatch, CaseRow } from '#shared/bridge/cases.ts'
import { personTail } from '#shared/domain/case-person.ts'
import { itemFinder, phoneCode, type Searchable, writtenIn } from '#shared/domain/search-text.ts'
import { excerptOf, searchMarks } from '#shared/domain/search-marks.ts'
import { cleanTaxId } from '#shared/domain/tax-id.ts'
import { GIVEN_DOCUMENTS, STORED_REACH } from '../../store/migration-case-search.ts'
import { textsIn } from '../../store/stored-json.rules.ts'
import type { StoredCaseRow } from './case-rows.store.ts'
import { documentNames, namesOfType, reachIn } from './case-search.rules.ts'

/** Each is a line in its row. */
const MAX_MATCHES = 2

/**
 * Finds what of a procedure matches the search; none when the row itself says all that matches.
 * @param answer of the service, as stored
 */
export type CaseMatcher = (
  stored: StoredCaseRow,
  answer: Record<string, unknown>,
  row: CaseRow,
) => CaseMatch[]

/** Finds what of procedures matches a search and is in no column of their rows. */
export function createCaseMatches(db: Database.Database) {
  // Two statements: each reads pages that are seldom cached, and enough matches of the first save the second.
  const reachOf = db
    .prepare<[number], string>(`SELECT ${STORED_REACH} FROM resource r WHERE r.seq = ?`)
    .pluck()
  const documentsOf = db
    .prepare<[number], string>(`SELECT ${GIVEN_DOCUMENTS} FROM resource r WHERE r.seq = ?`)
    .pluck()

  /** @returns `null` without a text */
  return function matcher(typed = ''): CaseMatcher | null {
    if (typed.trim() === '') return null
    const marks = searchMarks(typed)
    const isFound = itemFinder(typed)
    const isMarked = (text: string) => marks.of(text).length > 0
    const one = (field: CaseMatch['field'], text: string, searched = text): CaseMatch[] =>
      isMarked(searched) ? [{ field, text }] : []
    const excerpt = (field: CaseMatch['field'], text: string): CaseMatch[] =>
      isMarked(text) ? [{ field, text: excerptOf(text, marks) }] : []
    const taxId = (field: 'sellerTaxId' | 'buyerTaxId', written: string | null) => {
      const id = cleanTaxId(written ?? '')
      return one(field, personTail(id), id)
    }
    const document = (name: string) => excerpt('document', name)
    // A telephone is found with a prefix that the note does not have.
    const noted = (note: string): CaseMatch[] =>
      isMarked(note) || isFound({ whole: writtenIn(note) })
        ? [{ field: 'notes', text: excerptOf(note, marks) }]
        : []

    return (stored, answer, row) => {
      if (isFound(wordsOf(row))) return []
      const sources: readonly (() => CaseMatch[])[] = [
        () => taxId('sellerTaxId', stored.seller_tax_id),
        () => taxId('buyerTaxId', stored.buyer_tax_id),
        () => {
          const reached = textsIn(reachOf.get(stored.seq) ?? '').map(reachIn)
          return [
            ...reached.flatMap(({ phone }) => one('phone', phone, phoneCode(phone))),
            ...reached.flatMap(({ email }) => one('email', email)),
            // The address of the office's employee: only a typed address finds it.
            ...(typed.includes('@') ? reached.flatMap(({ userEmail }) => one('email', userEmail)) : []),
          ]
        },
        () => textsIn(documentsOf.get(stored.seq) ?? '').flatMap(document),
        () => noted(stored.notes ?? ''),
        // The answer of the service is long, and is read last.
        () => serviceDocuments(answer).flatMap(document),
      ]
      const matches = new Map<string, CaseMatch>()
      for (const source of sources) {
        for (const match of source()) matches.set(`${match.field} ${match.text}`, match)
        if (matches.size >= MAX_MATCHES) break
      }
      return [...matches.values()].slice(0, MAX_MATCHES)
    }
  }
}

const serviceDocuments = ({ documents, generatedDocuments }: Record<string, unknown>): string[] =>
  [documents, generatedDocuments].flatMap(documentNames)

/** Words of a row that its columns show. */
function wordsOf(row: CaseRow): Searchable {
  const { client, sellerName, buyerName, vehicle, invoice = '', labels, id, subject, type } = row
  return {
    plate: subject.vrm ?? '',
    codes: [subject.vin ?? '', invoice, id],
    texts: [client, sellerName, buyerName, vehicle, ...labels, ...namesOfType(type, subject.label)],
  }
}
