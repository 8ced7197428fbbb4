import { useCallback, useState } from 'react'
import type { CaseColumn, CaseFilter, CaseSort } from '#shared/bridge/cases.ts'
import { printText as text } from '#shared/text/app-cases.ts'
import { useClient } from '../../replica/client.ts'
import { announce } from '../../ui-state/announcer.ts'
import { sayFailed } from '../../ui-state/say-failed.ts'
import type { PrintedList } from './case-print.tsx'
import { droppable } from './filter-chips.ts'
import { readRows } from './read-rows.ts'

/** Maximum rows of a printed list. */
const MAX_PRINTED = 2_000

/** Prints the rows that a filter finds: reads them all first, because most are not on screen. */
export function usePrintList(
  view: string,
  filter: CaseFilter,
  sort: CaseSort,
  columns: readonly CaseColumn[],
) {
  const { bridge, now } = useClient()
  const [list, setList] = useState<PrintedList | null>(null)
  const [reading, setReading] = useState(false)
  const done = useCallback(() => setList(null), [])
  const run = async () => {
    setReading(true)
    announce(text.preparing)
    const answer = await readRows(bridge, filter, sort, MAX_PRINTED)
    setReading(false)
    if (!answer.ok) return sayFailed(answer.error)
    const words = [filter.text && `«${filter.text}»`, ...droppable(filter, false).map(({ name }) => name)]
    setList({ view, filter: words.filter(Boolean).join(', '), columns, ...answer.value, at: now() })
  }
  return {
    list,
    done,
    print: () => {
      if (!reading && list === null) void run()
    },
  }
}
