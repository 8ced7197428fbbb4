import type { CaseFilter, CaseRow, CaseSort } from '#shared/bridge/cases.ts'
import type { Client } from './client.ts'
import {
  createRangeQuery,
  type RangeList,
  type RangeQuery,
  type RangeStart,
  useRangeList,
} from './range-query.ts'

interface Asked {
  filter: CaseFilter
  sort: CaseSort
}

export interface CaseListState extends Omit<RangeList<CaseRow>, 'ask'> {
  /** Filter of these rows: another one may be loading. */
  foundBy: CaseFilter
  /** Starts reading another filter, in the same order, before it becomes the current one. */
  ask: (filter: CaseFilter) => void
}

/** Cases that a filter finds, in an order. */
export function useCaseList(filter: CaseFilter, sort: CaseSort, startAt: number): CaseListState {
  const list = useRangeList('cases', keyOf({ filter, sort }), queryOf, startAt)
  const ask = (next: CaseFilter) => list.ask(keyOf({ filter: next, sort }))
  return { ...list, foundBy: askedBy(list.key).filter, ask }
}

/** Its rows, their vehicles, and how their people are reached. */
const ABOUT = ['resource', 'lookup', 'complete', 'contact'] as const

const keyOf = (asked: Asked) => JSON.stringify(asked)

const askedBy = (key: string) => JSON.parse(key) as Asked

function queryOf({ bridge }: Client, key: string, start: RangeStart<CaseRow>): RangeQuery<CaseRow> {
  const { filter, sort } = askedBy(key)
  return createRangeQuery(
    (offset, limit) => bridge.call('cases.list', { filter, sort, offset, limit }),
    ABOUT,
    start,
  )
}
