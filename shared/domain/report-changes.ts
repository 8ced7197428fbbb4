import { historyRows, formatAnyValue } from './service-body.ts'
import { foldText } from './normalize-text.ts'

/** Charge or alert of a complete report, as far as it is compared. */
export interface ComparedIssue {
  type: string
  kind: 'blocking' | 'alert' | 'unknown'
  authority?: string | undefined
  date?: string | undefined
}

export interface ComparedReport<I extends ComparedIssue> {
  issues: readonly I[]
  /** Registry data as the service sent them. */
  registry: Readonly<Record<string, unknown>>
}

/** One difference between two complete reports of a plate. */
export type ReportChange<I extends ComparedIssue> =
  | { what: 'issue-new' | 'issue-gone'; issue: I }
  /** Values as text, '' where the report does not have the field. */
  | { what: 'field'; field: string; before: string; after: string }
  /** Entries of a history that were not there. */
  | { what: 'entries'; field: string; added: number }

const HISTORIES: ReadonlySet<string> = new Set(['itvHistory', 'ownerHistory', 'lesseeHistory'])
/** The plate is the same. */
const UNCOMPARED: ReadonlySet<string> = new Set(['vrm'])
/** Flags of the registry that an issue says in more words; `null`: any issue. */
const SAID_BY: Readonly<Record<string, string | null>> = {
  hasInvalidItv: 'itv-expired',
  hasInvalidInsurance: 'no-insurance',
  hasPendingSafetyCampaign: 'safety-recall',
  hasCharges: null,
}

/**
 * What changed from one complete report of a plate to a later one: new issues, the blocking ones first; issues that are
 * gone; then the registry's data. A field that the later report leaves out is not compared: that it was not sent says
 * nothing. Empty for equal reports, whatever their order of lists and of fields.
 */
export function reportChanges<I extends ComparedIssue>(
  before: ComparedReport<I>,
  after: ComparedReport<I>,
): ReportChange<I>[] {
  const { gone, added } = issueChanges(before.issues, after.issues)
  const changed = [...gone, ...added]
  const isSaid = (field: string): boolean => {
    const by = SAID_BY[field]
    return by === null ? changed.length > 0 : changed.some(({ type }) => type === by)
  }
  const fields = Object.keys(after.registry)
    .filter((field) => !UNCOMPARED.has(field) && !isSaid(field))
    .flatMap((field): ReportChange<I>[] => fieldChange(field, before.registry, after.registry))
  return [
    ...added.toSorted(byWeight).map((issue) => ({ what: 'issue-new' as const, issue })),
    ...gone.toSorted(byWeight).map((issue) => ({ what: 'issue-gone' as const, issue })),
    ...fields,
  ]
}

const WEIGHT = { blocking: 0, unknown: 1, alert: 2 } as const
const byWeight = (a: ComparedIssue, b: ComparedIssue) => WEIGHT[a.kind] - WEIGHT[b.kind]

/**
 * Issues have no id. One of the same type is the same issue when its authority or its date is the same, or when one of
 * the two reports gives neither. Another authority and another date are another issue, even of the same type.
 */
function issueChanges<I extends ComparedIssue>(before: readonly I[], after: readonly I[]) {
  const authorityOf = ({ authority = '' }: I) => foldText(authority).trim()
  const dateOf = ({ date = '' }: I) => date
  const keyed = (...parts: readonly string[]) => JSON.stringify(parts)
  const typeOf = ({ type }: I) => type
  const byAuthority = (issue: I) => authorityOf(issue) && keyed(issue.type, authorityOf(issue))
  const byDate = (issue: I) => dateOf(issue) && keyed(issue.type, dateOf(issue))
  const ifBare = (issue: I) => (authorityOf(issue) === '' && dateOf(issue) === '' ? issue.type : '')
  // The closest pairs first, so that of several issues of one type each has its own partner.
  const exact = pairedOff(before, after, (issue) => keyed(issue.type, authorityOf(issue), dateOf(issue)))
  const ofAuthority = pairedOff(exact.before, exact.after, byAuthority)
  const ofDate = pairedOff(ofAuthority.before, ofAuthority.after, byDate)
  const bareBefore = pairedOff(ofDate.before, ofDate.after, ifBare, typeOf)
  const { before: gone, after: added } = pairedOff(bareBefore.before, bareBefore.after, typeOf, ifBare)
  return { gone, added }
}

/** What has no partner with the same key on the other side. Without a key ('') there is none. */
function pairedOff<I>(
  before: readonly I[],
  after: readonly I[],
  keyBefore: (item: I) => string,
  keyAfter = keyBefore,
): { before: readonly I[]; after: readonly I[] } {
  return {
    before: withoutPartners(before, keyBefore, after.map(keyAfter)),
    after: withoutPartners(after, keyAfter, before.map(keyBefore)),
  }
}

function withoutPartners<I>(items: readonly I[], keyOf: (item: I) => string, others: readonly string[]) {
  const left = new Map<string, number>()
  for (const key of others) if (key !== '') left.set(key, (left.get(key) ?? 0) + 1)
  return items.filter((item) => {
    const n = left.get(keyOf(item)) ?? 0
    if (n > 0) left.set(keyOf(item), n - 1)
    return n === 0
  })
}

type Registry = Readonly<Record<string, unknown>>

function fieldChange(field: string, before: Registry, after: Registry): ReportChange<never>[] {
  const was = Object.hasOwn(before, field) ? before[field] : undefined
  const is = after[field]
  if (HISTORIES.has(field)) {
    const added = addedEntries(was, is)
    return added === 0 ? [] : [{ what: 'entries', field, added }]
  }
  // A field that came for the first time is no change of the vehicle.
  if (was === undefined) return []
  const texts = { before: formatAnyValue(was).trim(), after: formatAnyValue(is).trim() }
  return texts.before === texts.after ? [] : [{ what: 'field', field, ...texts }]
}

/** Rows that are there now and were not, whatever their order. */
function addedEntries(before: unknown, after: unknown): number {
  const rowsOf = (value: unknown): string[] => {
    const rows = historyRows(value)
    if (rows.kind === 'table')
      return rows.rows.map((row) => inOrder(rows.columns.map((column, at) => [column, row[at] ?? ''])))
    if (rows.kind === 'list') return [...rows.items]
    return rows.kind === 'pairs' ? [inOrder(rows.pairs)] : []
  }
  return pairedOff(rowsOf(before), rowsOf(after), (row) => row).after.length
}

/** The same text for the same pairs, whatever their order. */
const inOrder = (pairs: readonly (readonly [key: string, text: string])[]): string =>
  JSON.stringify(pairs.toSorted(([a], [b]) => (a < b ? -1 : Number(a > b))))
