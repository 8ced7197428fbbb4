import type Database from 'better-sqlite3-multiple-ciphers'
import type { Annotations, CaseNote, CaseRow, CaseMatch } from '#shared/bridge/cases.ts'
import { personTail } from '#shared/domain/parties.ts'
import { markedExcerpt, searchMarks } from '#shared/domain/search-marks.ts'
import { partsFinder, phoneCode, type Searchable, writtenIn } from '#shared/domain/search-text.ts'
import { cleanTaxId } from '#shared/domain/tax-id.ts'
import { incidentsIn, waitsForOthersOnly } from '#shared/text/incidents.ts'
import { STORED_REACH } from '../../store/migration-case-search.ts'
import { textsIn } from '../../store/stored-json.rules.ts'
import { listRowOf, type ListedColumns } from '../changes/resources.store.ts'
import { getMidnight, type createLegalDayPicker } from './case-functions.store.ts'
import { GIVEN_DOCUMENTS } from './case-words.store.ts'
import { listDocumentNames, listTypeNames, readReach } from './cases.rules.ts'

/** Annotations of a procedure, as stored. */
export interface StoredAnnotations {
  version: number
  client: string
  seller_name: string
  seller_tax_id: string
  buyer_name: string
  buyer_tax_id: string
  contract_date: string
  notes: string
  marked: number
  pinned: number
  pinned_why: string
  assigned: string
  situations: string
}

/** A procedure of the list, with its annotations. */
export interface StoredCaseRow extends ListedColumns {
  seq: number
  muted: number
  error: string | null
  body: string
  type: string
  closed_at: number | null
  first_day: number | null
  last_day: number | null
  client: string | null
  seller_name: string | null
  buyer_name: string | null
  seller_tax_id: string | null
  buyer_tax_id: string | null
  notes: string | null
  vehicle: string | null
  marked: number | null
  pinned: number | null
  assigned: string | null
}

export function toAnnotations(
  row: StoredAnnotations | undefined,
  labels: readonly string[],
  notes: CaseNote[],
): Annotations {
  return {
    version: row?.version ?? 0,
    fields: {
      client: row?.client ?? '',
      sellerName: row?.seller_name ?? '',
      sellerTaxId: row?.seller_tax_id ?? '',
      buyerName: row?.buyer_name ?? '',
      buyerTaxId: row?.buyer_tax_id ?? '',
      contractDate: row?.contract_date ?? '',
      notes: row?.notes ?? '',
    },
    situations: (row?.situations ?? '').split(' ').filter(Boolean),
    notes,
    labels: [...labels],
    assigned: row?.assigned ?? '',
    marked: row?.marked === 1,
    pinned: row?.pinned === 1,
    pinnedWhy: row?.pinned_why ?? '',
  }
}

/**
 * @param answer of the service, as stored
 * @param runningDay result of `createLegalDayPicker`
 */
export function toCaseRow(
  row: StoredCaseRow,
  answer: Record<string, unknown>,
  labels: readonly string[],
  runningDay: ReturnType<typeof createLegalDayPicker>,
): CaseRow {
  const { invoice, createdAt, incidents } = readAnswerFields(answer)
  const [first] = incidents
  const day = runningDay(row.first_day ?? 0, row.last_day ?? 0)
  return {
    ...listRowOf('procedure', row),
    type: row.type,
    ...(invoice !== '' && { invoice }),
    client: row.client ?? '',
    sellerName: row.seller_name ?? '',
    buyerName: row.buyer_name ?? '',
    sellerTail: personTail(row.seller_tax_id ?? ''),
    buyerTail: personTail(row.buyer_tax_id ?? ''),
    vehicle: row.vehicle ?? '',
    labels: [...labels],
    assigned: row.assigned ?? '',
    marked: row.marked === 1,
    pinned: row.pinned === 1,
    muted: row.muted === 1,
    incidents: incidents.length,
    ...(first !== undefined && first !== '' && { incident: first }),
    ...(waitsForOthersOnly(row.status, incidentsIn(answer)) && { held: true }),
    ...(day > 0 && { deadline: getMidnight(day) }),
    ...(createdAt !== undefined && { createdAt }),
    ...(row.closed_at !== null && { closedAt: row.closed_at }),
    failed: row.error !== null,
  }
}

/** Row fields from the service's answer. Other fields are ignored. */
function readAnswerFields({ invoiceNumber, createdAt, incidents }: Record<string, unknown>): {
  invoice: string
  createdAt?: number
  incidents: string[]
} {
  const at = typeof createdAt === 'string' ? Date.parse(createdAt) : Number.NaN
  return {
    invoice: typeof invoiceNumber === 'string' ? invoiceNumber : '',
    ...(Number.isFinite(at) && { createdAt: at }),
    incidents: Array.isArray(incidents) ? incidents.flatMap(openIncident) : [],
  }
}

/** Type of an unsolved incident. */
function openIncident(incident: unknown): string[] {
  if (typeof incident !== 'object' || incident === null) return []
  const { solved, type } = incident as Record<string, unknown>
  if (solved === true) return []
  return [typeof type === 'string' ? type : '']
}

/** Matches shown for a row. Each match is a line of the row. */
const MAX_MATCHES = 2
/** Matches a typed e-mail address or telephone. */
const REACH = /@|\d[\d .()-]{2,}\d/

/**
 * Finds the texts of a procedure that match the search, until they explain every typed word. The result is empty if
 * the row itself explains all of them.
 * @param answer of the service, as stored
 */
export type CaseMatcher = (
  stored: StoredCaseRow,
  answer: Record<string, unknown>,
  row: CaseRow,
) => CaseMatch[]

/** Finds the texts of a procedure that match a search and that no column of its row shows. */
export function createCaseMatches(db: Database.Database) {
  // Two statements, because each reads pages that are seldom cached. Enough matches of the first statement save the
  // second.
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
    const begin = partsFinder(typed)
    const isReach = REACH.test(typed)
    const isMarked = (text: string) => marks.of(text).length > 0
    const matchField = (field: CaseMatch['field'], text: string, searched = text): CaseMatch[] =>
      isMarked(searched) ? [{ field, text }] : []
    const matchExcerpt = (field: CaseMatch['field'], text: string): CaseMatch[] =>
      isMarked(text) ? [{ field, text: markedExcerpt(text, marks) }] : []

    const matchTaxId = (field: 'sellerTaxId' | 'buyerTaxId', written: string | null): Part => {
      const id = cleanTaxId(written ?? '')
      return { words: { codes: [id] }, matches: matchField(field, personTail(id), id) }
    }
    const matchDocuments = (names: readonly string[]): Part => ({
      words: { texts: names },
      matches: names.flatMap((name) => matchExcerpt('document', name)),
    })
    const matchNote = (note: string): Part => {
      const whole = writtenIn(note)
      // A telephone typed with its prefix also finds a note without the prefix.
      const isNoted = isMarked(note) || begin()({ whole })
      return {
        words: { texts: [note], whole },
        matches: isNoted ? [{ field: 'notes', text: markedExcerpt(note, marks) }] : [],
      }
    }
    const matchContacts = (stored: readonly string[]): Part => {
      const people = stored.map(readReach)
      return {
        words: {
          whole: people.flatMap(({ email, phone }) => [email, phoneCode(phone)]),
          addresses: people.map(({ userEmail }) => userEmail),
        },
        matches: [
          ...people.flatMap(({ phone }) => matchField('phone', phone, phoneCode(phone))),
          ...people.flatMap(({ email }) => matchField('email', email)),
          // This address belongs to an employee of the office, so only a typed address finds it.
          ...(typed.includes('@') ? people.flatMap(({ userEmail }) => matchField('email', userEmail)) : []),
        ],
      }
    }

    return (stored, answer, row) => {
      const isWhole = begin()
      if (isWhole(getSearchableFields(row))) return []
      const matchStoredContacts = () => matchContacts(textsIn(reachOf.get(stored.seq) ?? ''))
      const matchStoredDocuments = () => matchDocuments(textsIn(documentsOf.get(stored.seq) ?? ''))
      // Texts in memory come first, then stored texts, the likelier first.
      const parts: readonly (() => Part)[] = [
        () => matchTaxId('sellerTaxId', stored.seller_tax_id),
        () => matchTaxId('buyerTaxId', stored.buyer_tax_id),
        () => matchNote(stored.notes ?? ''),
        () => matchDocuments(listAnswerDocuments(answer)),
        ...(isReach
          ? [matchStoredContacts, matchStoredDocuments]
          : [matchStoredDocuments, matchStoredContacts]),
      ]
      const matches = new Map<string, CaseMatch>()
      for (const part of parts) {
        const { words, matches: found } = part()
        for (const match of found) matches.set(`${match.field} ${match.text}`, match)
        if (isWhole(words) || matches.size >= MAX_MATCHES) break
      }
      return [...matches.values()].slice(0, MAX_MATCHES)
    }
  }
}

/** Part of a procedure that no column of its row shows. */
interface Part {
  words: Searchable
  matches: readonly CaseMatch[]
}

const listAnswerDocuments = ({ documents, generatedDocuments }: Record<string, unknown>): string[] =>
  [documents, generatedDocuments].flatMap(listDocumentNames)

/** Words of a row that its columns show. */
function getSearchableFields(row: CaseRow): Searchable {
  const { client, sellerName, buyerName, vehicle, invoice = '', labels, id, subject, type } = row
  return {
    plate: subject.vrm ?? '',
    codes: [subject.vin ?? '', invoice, id],
    texts: [client, sellerName, buyerName, vehicle, ...labels, ...listTypeNames(type, subject.label)],
  }
}
