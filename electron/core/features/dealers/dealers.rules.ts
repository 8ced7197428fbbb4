import type { DealerView } from '#shared/bridge/dealers.ts'
import type { Tally } from '#shared/domain/dealer-board.ts'

interface Ordered extends Tally {
  kind: string
  key: string
}

const byName = (a: Ordered, b: Ordered): number =>
  a.key === b.key ? compare(a.kind, b.kind) : compare(a.key, b.key)
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Amount by which dealers are compared. `oldest`: how long something has waited. */
const AMOUNTS: Readonly<Record<Exclude<Required<DealerView>['order'], 'name'>, (one: Ordered) => number>> = {
  open: ({ open }) => open,
  dealer: ({ dealer, signer }) => dealer + signer,
  oldest: ({ oldest }) => (oldest === null ? Number.NEGATIVE_INFINITY : -oldest),
  ended: ({ ended }) => ended,
}

/** Order of the list of dealers; equals by name, always in the same direction. */
export function compareDealers(
  order: Required<DealerView>['order'],
  descending: boolean,
): (a: Ordered, b: Ordered) => number {
  if (order === 'name') return descending ? (a, b) => byName(b, a) : byName
  const amount = AMOUNTS[order]
  return (a, b) => {
    const [one, other] = [amount(a), amount(b)]
    if (one === other) return byName(a, b)
    return one < other === descending ? 1 : -1
  }
}
