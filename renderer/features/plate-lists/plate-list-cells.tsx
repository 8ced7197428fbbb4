import { Star } from 'lucide-react'
import { useState } from 'react'
import type { PlateListRow, PlateList, LeftOut } from '#shared/bridge/plate-lists.ts'
import { displayPlate } from '#shared/domain/plates/classify.ts'
import { vehicleName } from '#shared/domain/reduced-report.ts'
import { completeWords, plateListText as text, rowWords, newPlateListText } from '#shared/text/plate-lists.ts'
import { Icon } from '../../design/icon.tsx'
import { PickBox } from '../../design/choices.tsx'
import { Plate } from '../../design/plate.tsx'
import { Sign, type SignKind, rowSign } from '../../design/sign.tsx'
import { Button } from '../../design/button.tsx'
import { TitledDialog } from '../../design/dialogs.tsx'
import { useNow, useSlice } from '../../replica/use-replica.ts'

export const plateListColumns = Object.values(text.columns)

interface PlateListCellsProps {
  row: PlateListRow
  picked: boolean
  onPick: (extend: boolean) => void
}

/** Cells of one plate in a list. */
export function PlateListCells({ row, picked, onPick }: PlateListCellsProps) {
  const { vrm, repaired, written, cameWith, note, marked, checkedAt, complete } = row
  const { kind, words, more } = rowAnswer(row)
  return (
    <>
      <PickBox label={text.pick(displayPlate(vrm))} picked={picked} onPick={onPick} />
      <span role="gridcell" className="line">
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
      <span role="gridcell" className="line" title={repaired ? text.repaired(written) : undefined}>
        <Plate vrm={vrm} size="s" />
        {repaired && <Sign kind="warn" />}
        {repaired && <span className="visually-hidden">{text.repaired(written)}</span>}
      </span>
      <VehicleCell row={row} />
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

/** Vehicle of the registry. If the list names another one, both are named. */
function VehicleCell({ row }: { row: PlateListRow }) {
  const { otherVehicle } = row
  const vehicle = vehicleName(row)
  if (!otherVehicle)
    return (
      <span role="gridcell" className="clip" title={vehicle}>
        {vehicle}
      </span>
    )
  const words = text.otherVehicle(otherVehicle)
  return (
    <span role="gridcell" className="line" title={words}>
      <Sign kind="warn" />
      <span className="visually-hidden">{words}</span>
      <span className="plate-list__vehicles small" aria-hidden>
        {text.vehicles(otherVehicle).map((line) => (
          <span key={line} className="clip">
            {line}
          </span>
        ))}
      </span>
    </span>
  )
}

/** Progress of the complete report of a plate. A state that needs the user has a sign. */
function CompleteCell({ complete }: Pick<PlateListRow, 'complete'>) {
  const words = complete && completeWords(complete)
  const sign = complete && SIGNS[complete.state]
  return (
    <span role="gridcell" className="line second figures" title={words?.whole}>
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

/**
 * Sign of a whole list. Once no more answers are to come, it is the sign of the worst answer. A plate that is not
 * transferable shows at once.
 */
export function listSign({ counts, open }: Pick<PlateList, 'counts' | 'open'>): SignKind {
  if (counts.not_transferable > 0) return 'stop'
  if (open > 0) return 'none'
  if (counts.unanswered > 0) return 'unknown'
  return counts.with_alerts > 0 ? 'warn' : 'ok'
}

/** Sign and words of a row: its verdict, even while the plate is looked up again, or the reason why it waits. */
export function rowAnswer(row: PlateListRow): { kind: SignKind; words: string; more?: string } {
  if (row.outcome !== null) return rowSign(row)
  const isOpen = row.state === 'waiting' || row.state === 'asked'
  return { kind: isOpen ? 'none' : 'unknown', words: rowWords(row) }
}

interface PlateListProgressProps {
  list: PlateList & { leftOut: LeftOut }
}

/** Progress of a list, its expected end, and the lines that are not looked up. */
export function PlateListProgress({ list }: PlateListProgressProps) {
  const { total, open, state, leftOut } = list
  const [seesLeftOut, setSeesLeftOut] = useState(false)
  const { unread, repeated, beyond } = leftOut
  return (
    <div className="plate-list__progress">
      {state !== 'done' && (
        <>
          <progress aria-label={text.progressLabel} value={total - open} max={total} />
          <span className="figures">{text.progress(total - open, total)}</span>
        </>
      )}
      <StateWords list={list} />
      {unread.length + repeated.length > 0 && (
        <span className="second small plate-list__left-out">
          {text.leftOut(unread.length, repeated.length)}
          <Button size="low" tone="plain" onClick={() => setSeesLeftOut(true)}>
            {text.seeLeftOut}
          </Button>
        </span>
      )}
      {beyond > 0 && <span className="second small">{newPlateListText.beyond(beyond)}</span>}
      {seesLeftOut && <LeftOutDialog leftOut={leftOut} onClose={() => setSeesLeftOut(false)} />}
    </div>
  )
}

function StateWords({ list: { state, endsAt, ahead } }: { list: PlateList }) {
  const now = useNow(15_000)
  const connection = useSlice('connection')?.state
  const isHeld = connection === 'down' || connection === 'unauthorized'
  const words =
    state !== 'running'
      ? text.states[state]
      : isHeld
        ? text.held
        : endsAt !== null
          ? text.endsAt(endsAt, now)
          : ahead > 0
            ? text.ahead(ahead)
            : text.states.running
  return <span className="second">{words}</span>
}

function LeftOutDialog({ leftOut, onClose }: { leftOut: LeftOut; onClose: () => void }) {
  return (
    <TitledDialog
      title={text.leftOutTitle}
      onClose={onClose}
      actions={<Button onClick={onClose}>{text.close}</Button>}
    >
      <ul className="plate-list__lines small">
        {leftOut.unread.map(({ line, text: written }, index) => (
          <li key={`${index} ${line}`}>{newPlateListText.line(line, written)}</li>
        ))}
        {leftOut.repeated.map(({ line, vrm, first }, index) => (
          <li key={`${index} ${line} ${vrm}`}>{text.repeatOf(line, displayPlate(vrm), first)}</li>
        ))}
      </ul>
    </TitledDialog>
  )
}
