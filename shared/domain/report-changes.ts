import { historyRows, formatAnyValue } from './service-body.ts'
import { foldText } from './normalize-text.ts'

/** Compared fields of a charge or an alert. */
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

/** Difference between two complete reports of a plate. */
export type ReportChange<I extends ComparedIssue> =
  | { what: 'issue-new' | 'issue-gone'; issue: I }
  /** Values as text. Empty if the report lacks the field. */
  | { what: 'field'; field: string; before: string; after: string }
  /** New entries of a history. */
  | { what: 'entries'; field: string; added: number }

const HISTORIES: ReadonlySet<string> = new Set(['itvHistory', 'ownerHistory', 'lesseeHistory'])
/** The plate is always the same. */
const UNCOMPARED: ReadonlySet<string> = new Set(['vrm'])
/** Flags of the registry that an issue describes in more detail. `null`: any issue. */
const SAID_BY: Readonly<Record<string, string | null>> = {
  hasInvalidItv: 'itv-expired',
  hasInvalidInsurance: 'no-insurance',
  hasPendingSafetyCampaign: 'safety-recall',
  hasCharges: null,
}

/**
 * Changes from one complete report of a plate to a later one: new issues (blocking ones first), gone issues, and the
 * registry's data.
 * A field missing in the later report gives no change. Reports that differ only in the order of lists and fields are
 * equal.
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
 * Compares issues, which have no id. Issues of one type are the same if authority or date are equal, or if one report
 * lacks both. Another authority with another date is another issue.
 */
function issueChanges<I extends ComparedIssue>(before: readonly I[], after: readonly I[]) {
  const authorityOf = ({ authority = '' }: I) => foldText(authority).trim()
  const dateOf = ({ date = '' }: I) => date
  const keyed = (...parts: readonly string[]) => JSON.stringify(parts)
  const typeOf = ({ type }: I) => type
  const byAuthority = (issue: I) => authorityOf(issue) && keyed(issue.type, authorityOf(issue))
  const byDate = (issue: I) => dateOf(issue) && keyed(issue.type, dateOf(issue))
  const ifBare = (issue: I) => (authorityOf(issue) === '' && dateOf(issue) === '' ? issue.type : '')
  // The closest pairs go first, so that each of several issues of one type finds its partner.
  const exact = pairedOff(before, after, (issue) => keyed(issue.type, authorityOf(issue), dateOf(issue)))
  const ofAuthority = pairedOff(exact.before, exact.after, byAuthority)
  const ofDate = pairedOff(ofAuthority.before, ofAuthority.after, byDate)
  const bareBefore = pairedOff(ofDate.before, ofDate.after, ifBare, typeOf)
  const { before: gone, after: added } = pairedOff(bareBefore.before, bareBefore.after, typeOf, ifBare)
  return { gone, added }
}

/** Issues without a partner of the same key on the other side. An empty key has no partner. */
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
  // A field that appears for the first time is no change of the vehicle.
  if (was === undefined) return []
  const texts = { before: formatAnyValue(was).trim(), after: formatAnyValue(is).trim() }
  return texts.before === texts.after ? [] : [{ what: 'field', field, ...texts }]
}

/** Number of new rows, whatever their order. */
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

/** Text of pairs that does not depend on their order. */
const inOrder = (pairs: readonly (readonly [key: string, text: string])[]): string =>
  JSON.stringify(pairs.toSorted(([a], [b]) => (a < b ? -1 : Number(a > b))))
