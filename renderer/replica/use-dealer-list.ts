import type { Dealer, DealerView } from '#shared/bridge/dealers.ts'
import type { Client } from './client.ts'
import { createRangeQuery, type RangeQuery, type RangeStart } from './range-query.ts'
import { type RangeList, useRangeList } from './use-range-list.ts'

/** Rows of the list of dealers, as it is viewed. */
export const useDealerList = (view: Required<DealerView>, startAt: number): RangeList<Dealer> =>
  useRangeList('dealers', JSON.stringify(view), queryOf, startAt)

const queryOf = ({ bridge }: Client, key: string, start: RangeStart<Dealer>): RangeQuery<Dealer> => {
  const view = JSON.parse(key) as Required<DealerView>
  return createRangeQuery(
    (offset, limit) => bridge.call('dealers.list', { ...view, offset, limit }),
    ['resource', 'draft'],
    start,
  )
}
