import type { DeskFilter, DeskRow, DeskSort } from '#shared/bridge/desk.ts'
import type { Client } from './client.ts'
import { createRangeQuery, type LeftRange, type RangeQuery } from './range-query.ts'
import { type RangeList, useRangeList } from './use-range-list.ts'

export type DeskListState = RangeList<DeskRow>

/** What a filter finds, in an order. */
export const useDeskList = (filter: DeskFilter, sort: DeskSort, startAt: number): DeskListState =>
  useRangeList('desk', JSON.stringify({ filter, sort }), queryOf, startAt)

function queryOf({ bridge }: Client, key: string, left?: LeftRange<DeskRow>): RangeQuery<DeskRow> {
  const { filter, sort } = JSON.parse(key) as { filter: DeskFilter; sort: DeskSort }
  return createRangeQuery(
    (offset, limit) => bridge.call('desk.list', { filter, sort, offset, limit }),
    'resource',
    left,
  )
}
