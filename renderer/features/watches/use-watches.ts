import type { WatchRow, WatchView } from '#shared/bridge/watches.ts'
import type { Client } from '../../replica/client.ts'
import { createRangeQuery, type RangeQuery, type RangeStart } from '../../replica/range-query.ts'
import { type RangeList, useRangeList } from '../../replica/use-range-list.ts'

/** Watched plates, as they are viewed. */
export const useWatches = (view: WatchView): RangeList<WatchRow> =>
  useRangeList('watches', JSON.stringify(view), queryOf, 0)

const queryOf = ({ bridge }: Client, key: string, start: RangeStart<WatchRow>): RangeQuery<WatchRow> => {
  const view = JSON.parse(key) as WatchView
  return createRangeQuery(
    (offset, limit) => bridge.call('watches.rows', { ...view, offset, limit }),
    ['watch', 'lookup'],
    start,
  )
}
