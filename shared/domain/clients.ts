import { addDays } from './calendar.ts'

/**
 * Clients of the office. The id of a client is its dealer id (dealer-id.ts), which every PC makes alike from the name.
 * Two clients are merged by a pair of ids, and nothing else is rewritten: the merge can be undone.
 */

/** Papers on file of a client, in the order of the list. */
export const PAPER_TYPES = ['mandate', 'deed', 'power', 'tax-card', 'identity', 'other'] as const
export type PaperType = (typeof PAPER_TYPES)[number]

/** Maximum bytes of a paper on file. */
export const MAX_PAPER_BYTES = 8 * 1024 * 1024

/** Days before the last day of a paper in which the screens warn. */
const EXPIRY_WARNING_DAYS = 30

/** `open`: it has no last day. */
export type Validity = 'open' | 'valid' | 'expiring' | 'expired'

/**
 * Validity of a paper on a day.
 * @param until last day on which it is valid; `null` without one
 */
export function paperValidity(until: string | null, day: string): Validity {
  if (until === null) return 'open'
  if (until < day) return 'expired'
  return until <= addDays(day, EXPIRY_WARNING_DAYS) ? 'expiring' : 'valid'
}

/** What the choice of a mandate reads of a paper. */
interface DatedPaper {
  type: PaperType
  signedDay: string | null
  untilDay: string | null
  isHere: boolean
}

/**
 * Mandate that is offered on a day: the one in force that lasts longest, or else the one that expired last. A mandate
 * whose signing is dated later than the day does not cover the day. `null` without a mandate.
 */
export function findMandate<P extends DatedPaper>(papers: readonly P[], day: string): P | null {
  const begun = papers.filter(
    ({ type, signedDay, isHere }) => type === 'mandate' && isHere && (signedDay === null || signedDay <= day),
  )
  const last = ({ untilDay }: P) => untilDay ?? '9999-12-31'
  return begun.toSorted((a, b) => (last(a) < last(b) ? 1 : last(a) > last(b) ? -1 : 0))[0] ?? null
}

/** A merge of two clients that holds: `from` is shown as `into`. */
export interface ClientMerge {
  from: string
  into: string
}

/**
 * Clients that merges make one, by each of their ids. The first id of a group is the one that is shown: the only id
 * that was never merged into another, and otherwise the first by alphabet. The result depends only on the set of
 * merges, so two PCs that merge at once agree.
 */
export function groupClients(merges: readonly ClientMerge[]): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, Set<string>>()
  for (const { from, into } of merges) {
    const joined = new Set([from, into, ...(groups.get(from) ?? []), ...(groups.get(into) ?? [])])
    for (const id of joined) groups.set(id, joined)
  }
  const merged = new Set(merges.filter(({ from, into }) => from !== into).map(({ from }) => from))
  const ordered = new Map<string, readonly string[]>()
  for (const group of new Set(groups.values())) {
    const ids = [...group].toSorted()
    const shown = ids.find((id) => !merged.has(id)) ?? ids[0] ?? ''
    const members = [shown, ...ids.filter((id) => id !== shown)]
    for (const id of ids) ordered.set(id, members)
  }
  return ordered
}
