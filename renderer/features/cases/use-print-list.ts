import { useCallback, useState } from 'react'
import type { CaseColumn, CaseFilter, CaseSort } from '#shared/bridge/cases.ts'
import { printText as text } from '#shared/text/app-cases.ts'
import { useClient } from '../../replica/client.ts'
import { announce } from '../../ui-state/announcer.ts'
import type { Picked } from '../../ui-state/picked.ts'
import { sayFailed } from '../../ui-state/say-failed.ts'
import type { PrintedList } from './case-print.tsx'
import { droppable } from './filter-chips.ts'
import { readRows } from './read-rows.ts'

/** Maximum rows of a printed list. */
const MAX_PRINTED = 2_000

/** Prints the rows picked or, without any, those that a filter finds: most of them are not on screen. */
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
  const run = async (picked: Picked) => {
    setReading(true)
    announce(text.preparing)
    const chosen = picked.kind === 'some' ? [...picked.rows.values()] : []
    const wanted = picked.kind === 'all' ? picked.filter : filter
    const answer =
      chosen.length > 0
        ? { ok: true as const, value: { rows: chosen.slice(0, MAX_PRINTED), total: chosen.length } }
        : await readRows(bridge, wanted, sort, MAX_PRINTED)
    setReading(false)
    if (!answer.ok) return sayFailed(answer.error)
    const words =
      chosen.length > 0
        ? [text.chosen]
        : [wanted.text && `«${wanted.text}»`, ...droppable(wanted, false).map(({ name }) => name)]
    setList({ view, filter: words.filter(Boolean).join(', '), columns, ...answer.value, at: now() })
  }
  return {
    list,
    done,
    print: (picked: Picked) => {
      if (!reading && list === null) void run(picked)
    },
  }
}
