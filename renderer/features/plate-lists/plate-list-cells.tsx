import { Star } from 'lucide-react'
import type { PlateListRow } from '#shared/bridge/plate-lists.ts'
import { vehicleName } from '#shared/domain/vehicle-name.ts'
import { plateListText as text } from '#shared/text/app-plate-lists.ts'
import { Icon } from '../../design/icon.tsx'
import { Plate } from '../../design/plate.tsx'
import { Sign } from '../../design/sign.tsx'
import { answerOf } from './plate-list-signs.ts'

export const plateListColumns = Object.values(text.columns)

/** Cells of a plate of a list. */
export const plateListCells = (row: PlateListRow) => <Cells row={row} />

function Cells({ row }: { row: PlateListRow }) {
  const { vrm, repaired, written, cameWith, note, marked, checkedAt } = row
  const { kind, words, more } = answerOf(row)
  const vehicle = vehicleName(row)
  return (
    <>
      <span role="gridcell" className="plate-list__answer">
        <Sign kind={kind} />
        <span className="clip" title={more ?? words}>
          {words}
        </span>
        {marked && (
          <>
            <Icon of={Star} />
            <span className="visually-hidden">{text.marked}</span>
          </>
        )}
      </span>
      <span
        role="gridcell"
        className="plate-list__plate"
        title={repaired ? text.repaired(written) : undefined}
      >
        <Plate vrm={vrm} size="s" />
        {repaired && <Sign kind="warn" />}
        {repaired && <span className="visually-hidden">{text.repaired(written)}</span>}
      </span>
      <span role="gridcell" className="clip" title={vehicle}>
        {vehicle}
      </span>
      <span role="gridcell" className="clip second" title={cameWith}>
        {cameWith}
      </span>
      <span role="gridcell" className="clip" title={note}>
        {note}
      </span>
      <span role="gridcell" className="second figures">
        {checkedAt !== null && text.checkedAt(checkedAt)}
      </span>
    </>
  )
}
