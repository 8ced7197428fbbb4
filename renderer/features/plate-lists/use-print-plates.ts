import { useCallback, useState } from 'react'
import type { PlateListRow, PlateListView } from '#shared/bridge/plate-lists.ts'
import { plateListPrintText as text } from '#shared/text/app-plate-lists.ts'
import { useClient } from '../../replica/client.ts'
import { announce } from '../../ui-state/announcer.ts'
import { sayFailed } from '../../ui-state/say-failed.ts'

/** Maximum rows per request. */
const PAGE = 200

/** Prints the rows that are shown: reads them all first, because most are not on screen. */
export function usePrintPlates(view: PlateListView) {
  const { bridge, now } = useClient()
  const [printed, setPrinted] = useState<{ rows: PlateListRow[]; at: number } | null>(null)
  const [reading, setReading] = useState(false)
  const done = useCallback(() => setPrinted(null), [])
  const run = async () => {
    setReading(true)
    announce(text.preparing)
    const rows = new Map<number, PlateListRow>()
    // As they came: an answer that arrives meanwhile moves none of them.
    for (let offset = 0; ; offset += PAGE) {
      const answer = await bridge.call('plate-lists.rows', { ...view, order: 'line', offset, limit: PAGE })
      if (!answer.ok) {
        setReading(false)
        return sayFailed(answer.error)
      }
      for (const row of answer.value.rows) rows.set(row.ord, row)
      if (answer.value.rows.length === 0 || offset + PAGE >= answer.value.total) break
    }
    setReading(false)
    setPrinted({ rows: [...rows.values()], at: now() })
  }
  return {
    rows: printed?.rows ?? null,
    at: printed?.at ?? 0,
    done,
    print: () => {
      if (!reading && printed === null) void run()
    },
  }
}
