import { Send } from 'lucide-react'
import { useId } from 'react'
import type { Handover } from '#shared/bridge/handovers.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { draftListText, draftName, handoverText as text } from '#shared/text/outbox.ts'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { Notice, NoticeWords } from '../../design/layout.tsx'
import { Rows } from '../../design/rows.tsx'
import { announce } from '../../app/announcer.tsx'
import { useHidesNames } from '../../app/lists.tsx'
import { FailedNotice } from '../../app/task-notice.tsx'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { useQuery, useSlice } from '../../replica/use-replica.ts'
import { AssignDialog } from '../cases/feature.ts'
import { DraftSubject } from './draft-rows.tsx'
import './outbox.css'

/** Hand-overs under way. `undefined` until the first answer; none if they cannot be read. */
export function useHandovers(): readonly Handover[] | undefined {
  const { data, error } = useQuery('handovers.list', {})
  return data?.rows ?? (error ? NONE : undefined)
}
const NONE: readonly Handover[] = []

/** True if this PC can hand drafts over: the office shares. */
export const useCanGive = (): boolean => (useSlice('sharing')?.state ?? 'off') !== 'off'

/** State of a hand-over in words, for the row of its draft. */
export const handoverState = (row: Handover): string =>
  row.error ? errorTexts[row.error.code].title : text.states[stateOf(row)](row)

const stateOf = ({ state, isConnected }: Handover) =>
  isConnected || state === 'offered' || state === 'incoming' ? state : 'unreached'

/** Drafts that colleagues hand over to this PC's operator. */
export function IncomingDrafts({ rows = NONE }: { rows: readonly Handover[] | undefined }) {
  const id = useId()
  if (rows.length === 0) return null
  return (
    <section className="handovers" aria-labelledby={id}>
      <h2 id={id}>{text.incoming}</h2>
      <Rows labelledBy={id} kind="boxed">
        {rows.map((row) => (
          <IncomingDraft key={row.id} row={row} />
        ))}
      </Rows>
    </section>
  )
}

function IncomingDraft({ row }: { row: Handover }) {
  const { bridge } = useClient()
  const { task, run } = useOnce<'take'>()
  const isTaken = row.state !== 'incoming'
  const hidesNames = useHidesNames()
  const take = async () => {
    if (await run('take', () => bridge.call('handovers.take', { id: row.id }))) announce(text.taking)
  }
  return (
    <li className="handovers__line" data-handover={row.id}>
      <div className="handovers__words">
        <span className="handovers__head">
          <DraftSubject row={row} />
        </span>
        <span className="small second">
          {text.from(row.person)}
          {row.note !== '' && !hidesNames && `: ${row.note}`}
        </span>
        {task.state === 'failed' && <FailedNotice error={task.error} />}
      </div>
      <span className="muted">{draftListText.documents(row.documents)}</span>
      <span className="handovers__state muted">{handoverState(row)}</span>
      <Button
        size="low"
        disabled={isTaken || task.state === 'busy'}
        aria-label={text.takeIt(draftName(row))}
        onClick={() => void take()}
      >
        {text.take}
      </Button>
    </li>
  )
}

/** A draft that this PC hands over: its state, and the way back. */
export function HandedPanel({ draftId }: { draftId: string }) {
  const { bridge } = useClient()
  const { task, run } = useOnce<'withdraw'>()
  const row = useHandovers()?.find((one) => one.draftId === draftId)
  if (!row) return null
  return (
    <section aria-label={text.title(row.person)}>
      <Notice
        role="note"
        icon={<Icon of={Send} />}
        actions={
          <Button
            disabled={row.state === 'withdrawing' || task.state === 'busy'}
            onClick={() => void run('withdraw', () => bridge.call('handovers.withdraw', { id: row.id }))}
          >
            {text.withdraw}
          </Button>
        }
      >
        <NoticeWords
          title={handoverState(row)}
          body={row.error ? errorTexts[row.error.code].advice : text.body}
        />
      </Notice>
      {task.state === 'failed' && <FailedNotice error={task.error} />}
    </section>
  )
}

interface GiveDialogProps {
  draft: { id: string; version: number }
  onClose: () => void
}

/** Chooser of the colleague who gets a draft. */
export function GiveDialog({ draft, onClose }: GiveDialogProps) {
  const { bridge } = useClient()
  const { task, run } = useOnce<'give'>()
  const give = async (person: string, note: string) => {
    if (task.state === 'busy') return
    const { id: draftId, version } = draft
    const done = await run('give', () => bridge.call('handovers.give', { draftId, version, person, note }))
    if (!done) return
    announce(text.given(person))
    onClose()
  }
  return (
    <AssignDialog
      amount={1}
      present={null}
      giving={{ error: task.state === 'failed' ? task.error : null, busy: task.state === 'busy' }}
      onAssign={(person, note) => void give(person, note)}
      onClose={onClose}
    />
  )
}
