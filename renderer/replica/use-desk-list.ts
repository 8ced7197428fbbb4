import type { DeskFilter, DeskRow, DeskSort } from '#shared/bridge/desk.ts'
import type { Client } from './client.ts'
import { createRangeQuery, type LeftRange, type RangeQuery } from './range-query.ts'
import { type RangeList, useRangeList } from './use-range-list.ts'

interface Asked {
  filter: DeskFilter
  sort: DeskSort
}

export interface DeskListState extends Omit<RangeList<DeskRow>, 'ask'> {
  /** The filter that found these rows: another one may be on its way. */
  foundBy: DeskFilter
  /** Another filter, in the same order: it is about to be the one. */
  ask: (filter: DeskFilter) => void
}

/** What a filter finds, in an order. */
export function useDeskList(filter: DeskFilter, sort: DeskSort, startAt: number): DeskListState {
  const list = useRangeList('desk', keyOf({ filter, sort }), queryOf, startAt)
  const ask = (next: DeskFilter) => list.ask(keyOf({ filter: next, sort }))
  return { ...list, foundBy: askedBy(list.key).filter, ask }
}

const keyOf = (asked: Asked) => JSON.stringify(asked)

const askedBy = (key: string) => JSON.parse(key) as Asked

function queryOf({ bridge }: Client, key: string, left?: LeftRange<DeskRow>): RangeQuery<DeskRow> {
  const { filter, sort } = askedBy(key)
  return createRangeQuery(
    (offset, limit) => bridge.call('desk.list', { filter, sort, offset, limit }),
    'resource',
    left,
  )
}
