import { useState } from 'react'
import type { LeftOut, PlateList } from '#shared/bridge/plate-lists.ts'
import { displayPlate } from '#shared/domain/plates/display.ts'
import { newPlateListText, plateListText as text } from '#shared/text/plate-lists.ts'
import { Button } from '../../design/button.tsx'
import { TitledDialog } from '../../design/dialogs.tsx'
import { useNow, useSlice } from '../../replica/use-replica.ts'

export interface PlateListProgressProps {
  list: PlateList & { leftOut: LeftOut }
}

/** How far a list has come, when it ends, and the lines that are not looked up. */
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
