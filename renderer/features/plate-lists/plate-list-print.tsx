import type { LeftOut, PlateList, PlateListFilter, PlateListRow } from '#shared/bridge/plate-lists.ts'
import { displayPlate } from '#shared/domain/plates/display.ts'
import { vehicleName } from '#shared/domain/vehicle-name.ts'
import {
  completeWords,
  plateListPrintText as words,
  plateListsText,
  plateListText as text,
} from '#shared/text/plate-lists.ts'
import { plateListGroups } from '#shared/text/client-answer.ts'
import { useSlice } from '../../replica/use-replica.ts'
import { PrintSheet } from '../frame/page-parts.tsx'
import { useHidesNames } from '../frame/lists.tsx'
import { answerOf } from './plate-list-signs.ts'

export interface PlateListPrintProps {
  list: PlateList & { leftOut: LeftOut }
  /** Which of its rows these are. `chosen`: by the user. */
  filter: PlateListFilter | 'all' | 'chosen'
  rows: readonly PlateListRow[]
  /** When it is printed. */
  at: number
  onDone: () => void
}

const COLUMNS = [
  text.columns.plate,
  text.columns.vehicle,
  text.columns.answer,
  text.columns.checkedAt,
  text.columns.complete,
]

/** Printed list, the worst first. It names nobody: neither what came beside the plates nor the notes are in it. */
export function PlateListPrint({ list, filter, rows, at, onDone }: PlateListPrintProps) {
  const office = useSlice('profile')?.name ?? ''
  const { unread } = list.leftOut
  const title = useHidesNames() ? plateListsText.title : plateListsText.nameOf(list)
  const groups = plateListGroups(rows)
  const counts = groups.map(({ title: group, rows: found }) => words.group(group, found.length))
  return (
    <PrintSheet
      title={title}
      lines={[
        words.made(office, at, rows.length, filter),
        counts.join(' · '),
        // Line numbers only: the text of a line may name a person.
        ...(filter === 'all' && unread.length > 0 ? [words.unread(unread.map(({ line }) => line))] : []),
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
                {words.group(group.title, group.rows.length)}
              </th>
            </tr>
            {group.rows.map((row) => (
              <tr key={row.ord}>
                <td className="print-sheet__plate">{displayPlate(row.vrm)}</td>
                <td>{vehicleName(row)}</td>
                <td>{answerOf(row).words}</td>
                <td className="print-sheet__waiting">
                  {row.checkedAt === null ? '' : text.checkedAt(row.checkedAt)}
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
