import { useCallback, useState } from 'react'
import type { PlateListRow, PlateListView } from '#shared/bridge/plate-lists.ts'
import { plateListPrintText as text } from '#shared/text/plate-lists.ts'
import { useClient } from '../../replica/client.ts'
import { announce } from '../../ui-state/announcer.ts'
import { sayFailed } from '../../ui-state/say-failed.ts'

/** Maximum rows per request. */
const PAGE = 200

/** Prints rows of a list: reads them all first, because most are not on screen. */
export function usePrintPlates() {
  const { bridge, now } = useClient()
  const [printed, setPrinted] = useState<{ rows: PlateListRow[]; at: number; isOfChosen: boolean } | null>(
    null,
  )
  const [reading, setReading] = useState(false)
  const done = useCallback(() => setPrinted(null), [])
  const run = async (view: PlateListView) => {
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
    setPrinted({ rows: [...rows.values()], at: now(), isOfChosen: view.ords !== undefined })
  }
  return {
    rows: printed?.rows ?? null,
    at: printed?.at ?? 0,
    isOfChosen: printed?.isOfChosen ?? false,
    done,
    print: (view: PlateListView) => {
      if (!reading && printed === null) void run(view)
    },
  }
}
