import { useCallback, useState } from 'react'
import type {
  LeftOut,
  PlateList,
  PlateListFilter,
  PlateListRow,
  PlateListView,
} from '#shared/bridge/plate-lists.ts'
import { displayPlate } from '#shared/domain/plates/classify.ts'
import { vehicleName } from '#shared/domain/reduced-report.ts'
import { completeWords, plateListsText, plateListText, plateListPrintText } from '#shared/text/plate-lists.ts'
import { plateListGroups } from '#shared/text/client-answer.ts'
import { useSlice } from '../../replica/use-replica.ts'
import { useClient } from '../../replica/client.ts'
import { announce } from '../../app/announcer.tsx'
import { sayFailed } from '../../app/say-failed.ts'
import { PrintSheet } from '../../app/page-parts.tsx'
import { useHidesNames } from '../../app/lists.tsx'
import { rowAnswer } from './plate-list-cells.tsx'

interface PlateListPrintProps {
  list: PlateList & { leftOut: LeftOut }
  /** Filter that selects the printed rows. `chosen`: the user picked the rows. */
  filter: PlateListFilter | 'all' | 'chosen'
  rows: readonly PlateListRow[]
  /** Time of printing. */
  at: number
  onDone: () => void
}

const COLUMNS = [
  plateListText.columns.plate,
  plateListText.columns.vehicle,
  plateListText.columns.answer,
  plateListText.columns.checkedAt,
  plateListText.columns.complete,
]

/**
 * Printed list, the worst answers first. It names no person: the notes, and the cells beside the plates, are left
 * out.
 */
export function PlateListPrint({ list, filter, rows, at, onDone }: PlateListPrintProps) {
  const office = useSlice('profile')?.name ?? ''
  const { unread } = list.leftOut
  const title = useHidesNames() ? plateListsText.title : plateListsText.nameOf(list)
  const groups = plateListGroups(rows)
  const counts = groups.map(({ title: group, rows: found }) => plateListPrintText.group(group, found.length))
  return (
    <PrintSheet
      title={title}
      lines={[
        plateListPrintText.made(office, at, rows.length, filter),
        counts.join(' · '),
        // Only line numbers: the text of a line may name a person.
        ...(filter === 'all' && unread.length > 0
          ? [plateListPrintText.unread(unread.map(({ line }) => line))]
          : []),
      ]}
      onDone={onDone}
    >
      <table>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        {groups.map((group) => (
          <tbody key={group.title}>
            <tr className="print-sheet__heading">
              <th colSpan={COLUMNS.length} scope="rowgroup">
                {plateListPrintText.group(group.title, group.rows.length)}
              </th>
            </tr>
            {group.rows.map((row) => (
              <tr key={row.ord}>
                <td className="print-sheet__plate">{displayPlate(row.vrm)}</td>
                <td>{row.otherVehicle ? plateListText.otherVehicle(row.otherVehicle) : vehicleName(row)}</td>
                <td>{rowAnswer(row).words}</td>
                <td className="print-sheet__waiting">
                  {row.checkedAt === null ? '' : plateListText.checkedAt(row.checkedAt)}
                </td>
                <td className="print-sheet__waiting">
                  {row.complete === null ? '' : completeWords(row.complete).short}
                </td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </PrintSheet>
  )
}

/** Maximum rows per request. */
const PAGE = 200

/** Prints rows of a list. All rows are read first, because most of them are not on screen. */
export function usePrintPlates() {
  const { bridge, now } = useClient()
  const [printed, setPrinted] = useState<{ rows: PlateListRow[]; at: number; isOfChosen: boolean } | null>(
    null,
  )
  const [reading, setReading] = useState(false)
  const done = useCallback(() => setPrinted(null), [])
  const run = async (view: PlateListView) => {
    setReading(true)
    announce(plateListPrintText.preparing)
    const rows = new Map<number, PlateListRow>()
    // Read in the order of the list, so that an answer that arrives meanwhile moves no row.
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
