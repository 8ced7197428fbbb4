import type { PlateListRow, PlateListView } from '#shared/bridge/plate-lists.ts'
import type { Client } from './client.ts'
import { createRangeQuery, type RangeQuery, type RangeStart } from './range-query.ts'
import { type RangeList, useRangeList } from './use-range-list.ts'

/** Rows of a list of plates, as it is viewed. */
export const usePlateList = (view: PlateListView, startAt: number): RangeList<PlateListRow> =>
  useRangeList('plate-list', JSON.stringify(view), queryOf, startAt)

const queryOf = (
  { bridge }: Client,
  key: string,
  start: RangeStart<PlateListRow>,
): RangeQuery<PlateListRow> => {
  const view = JSON.parse(key) as PlateListView
  return createRangeQuery(
    (offset, limit) => bridge.call('plate-lists.rows', { ...view, offset, limit }),
    ['plate-list', 'lookup', 'complete'],
    start,
  )
}
