import { Star } from 'lucide-react'
import type { PlateListRow } from '#shared/bridge/plate-lists.ts'
import { displayPlate } from '#shared/domain/plates/display.ts'
import { vehicleName } from '#shared/domain/vehicle-name.ts'
import { completeWords, plateListText as text } from '#shared/text/plate-lists.ts'
import { Icon } from '../../design/icon.tsx'
import { PickBox } from '../../design/choices.tsx'
import { Plate } from '../../design/plate.tsx'
import { Sign, type SignKind } from '../../design/sign.tsx'
import { answerOf } from './plate-list-signs.ts'

export const plateListColumns = Object.values(text.columns)

export interface PlateListCellsProps {
  row: PlateListRow
  picked: boolean
  onPick: (extend: boolean) => void
}

/** Cells of a plate of a list. */
export function PlateListCells({ row, picked, onPick }: PlateListCellsProps) {
  const { vrm, repaired, written, cameWith, note, marked, checkedAt, complete } = row
  const { kind, words, more } = answerOf(row)
  const vehicle = vehicleName(row)
  return (
    <>
      <PickBox label={text.pick(displayPlate(vrm))} picked={picked} onPick={onPick} />
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
      <CompleteCell complete={complete} />
      <span role="gridcell" className="second figures">
        {checkedAt !== null && text.checkedAt(checkedAt)}
      </span>
    </>
  )
}

/** How the complete report of a plate goes: what has to be looked at has a sign. */
function CompleteCell({ complete }: Pick<PlateListRow, 'complete'>) {
  const words = complete && completeWords(complete)
  const sign = complete && SIGNS[complete.state]
  return (
    <span role="gridcell" className="plate-list__answer second figures" title={words?.whole}>
      {sign && <Sign kind={sign} />}
      <span className="clip">{words?.short}</span>
    </span>
  )
}

const SIGNS: Partial<Record<NonNullable<PlateListRow['complete']>['state'], SignKind>> = {
  queued: 'none',
  sending: 'none',
  processing: 'none',
  waiting: 'none',
  uncertain: 'warn',
  failed: 'unknown',
  unanswered: 'unknown',
}
