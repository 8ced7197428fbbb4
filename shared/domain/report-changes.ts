import { historyRows, readable } from './history-rows.ts'
import { foldText } from './search-text.ts'

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
 * Issues have no id. The same type, authority and date is the same issue; what is left of one type on both sides is the
 * same one with other details, and no change of what hinders a transfer.
 */
function issueChanges<I extends ComparedIssue>(before: readonly I[], after: readonly I[]) {
  const exact = ({ type, authority = '', date = '' }: I) =>
    JSON.stringify([type, foldText(authority).trim(), date])
  const once = unmatched(before, after, exact)
  const { before: gone, after: added } = unmatched(once.before, once.after, ({ type }) => type)
  return { gone, added }
}

/** What has no partner of the same key on the other side. */
function unmatched<I>(before: readonly I[], after: readonly I[], keyOf: (issue: I) => string) {
  const left = new Map<string, number>()
  for (const issue of after) left.set(keyOf(issue), (left.get(keyOf(issue)) ?? 0) + 1)
  const gone = before.filter((issue) => !take(left, keyOf(issue)))
  const there = new Map<string, number>()
  for (const issue of before) there.set(keyOf(issue), (there.get(keyOf(issue)) ?? 0) + 1)
  const added = after.filter((issue) => !take(there, keyOf(issue)))
  return { before: gone, after: added }
}

function take(counts: Map<string, number>, key: string): boolean {
  const n = counts.get(key) ?? 0
  counts.set(key, n - 1)
  return n > 0
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
  const texts = { before: readable(was).trim(), after: readable(is).trim() }
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
  return unmatched(rowsOf(before), rowsOf(after), (row) => row).after.length
}

/** The same text for the same pairs, whatever their order. */
const inOrder = (pairs: readonly (readonly [key: string, text: string])[]): string =>
  JSON.stringify(pairs.toSorted(([a], [b]) => (a < b ? -1 : Number(a > b))))
