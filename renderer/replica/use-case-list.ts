import type { CaseFilter, CaseRow, CaseSort } from '#shared/bridge/cases.ts'
import type { Client } from './client.ts'
import {
  createRangeQuery,
  type RangeList,
  type RangeQuery,
  type RangeStart,
  useRangeList,
} from './range-query.ts'

interface CaseListArgs {
  filter: CaseFilter
  sort: CaseSort
}

export interface CaseListState extends Omit<RangeList<CaseRow>, 'ask'> {
  /** Filter of the rows on screen. Another filter may be loading. */
  foundBy: CaseFilter
  /** Starts reading another filter in the same order, before it becomes the current filter. */
  ask: (filter: CaseFilter) => void
}

/** Cases that match a filter, in an order. */
export function useCaseList(filter: CaseFilter, sort: CaseSort, startAt: number): CaseListState {
  const list = useRangeList('cases', caseListKey({ filter, sort }), caseQueryOf, startAt)
  const ask = (next: CaseFilter) => list.ask(caseListKey({ filter: next, sort }))
  return { ...list, foundBy: argsOfKey(list.key).filter, ask }
}

/** Kinds of changes that concern the cases, their vehicles or their people. */
const ABOUT = ['resource', 'lookup', 'complete', 'contact'] as const

const caseListKey = (args: CaseListArgs) => JSON.stringify(args)

const argsOfKey = (key: string) => JSON.parse(key) as CaseListArgs

function caseQueryOf({ bridge }: Client, key: string, start: RangeStart<CaseRow>): RangeQuery<CaseRow> {
  const { filter, sort } = argsOfKey(key)
  return createRangeQuery(
    (offset, limit) => bridge.call('cases.list', { filter, sort, offset, limit }),
    ABOUT,
    start,
  )
}
