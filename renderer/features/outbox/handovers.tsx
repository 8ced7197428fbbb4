import { Send } from 'lucide-react'
import { useId, useState } from 'react'
import type { Handover } from '#shared/bridge/handovers.ts'
import type { Draft } from '#shared/bridge/procedures.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { draftListText, draftName, handoverText as text } from '#shared/text/outbox.ts'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { Notice, NoticeWords } from '../../design/layout.tsx'
import { Rows } from '../../design/rows.tsx'
import { announce } from '../../app/announcer.tsx'
import { useHidesNames } from '../../app/lists.tsx'
import { sayFailedWithAdvice } from '../../app/say-failed.ts'
import { FailedNotice } from '../../app/task-notice.tsx'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { useQuery, useSlice } from '../../replica/use-replica.ts'
import { AssignDialog } from '../cases/feature.ts'
import { DraftSubject } from './draft-rows.tsx'
import { Discarded, type DiscardedTexts } from './sent-draft.tsx'
import { openDraft } from './use-outbox.ts'
import './outbox.css'

const NONE: readonly Handover[] = []

/** A row in the place in which its page first showed it. `isGone`: the core has it no longer. */
export interface Kept<R> {
  row: R
  isGone: boolean
}

/** Rows in the order in which this page first showed them, later ones below. A row that is gone keeps its place. */
export function useKeptRows<R extends { id: string }>(
  rows: readonly R[] | undefined,
): readonly Kept<R>[] | undefined {
  const [kept, setKept] = useState<{ of: readonly R[] | undefined; list: readonly Kept<R>[] }>({
    of: undefined,
    list: [],
  })
  if (rows === undefined || rows === kept.of) return rows && kept.list
  const present = new Map(rows.map((row) => [row.id, row]))
  const known = kept.list.map(({ row }) => ({
    row: present.get(row.id) ?? row,
    isGone: !present.has(row.id),
  }))
  const ids = new Set(known.map(({ row }) => row.id))
  const later = rows.filter(({ id }) => !ids.has(id)).map((row) => ({ row, isGone: false }))
  const list = [...known, ...later]
  setKept({ of: rows, list })
  return list
}

/** Hand-overs that this page has shown. `undefined` until the first answer; none if they cannot be read. */
export function useHandovers(): readonly Kept<Handover>[] | undefined {
  const { data, error } = useQuery('handovers.list', {})
  return useKeptRows(data?.rows ?? (error ? NONE : undefined))
}

/** Hand-over of a draft of this PC: the one under way, or the last that ended while the page was open. */
export const findHandover = (
  handovers: readonly Kept<Handover>[] | undefined,
  draftId: string,
): Kept<Handover> | undefined => {
  const given = handovers?.filter(({ row }) => row.role === 'giver' && row.draftId === draftId)
  return given?.find(({ isGone }) => !isGone) ?? given?.at(-1)
}

/** True if this PC can hand drafts over: the office shares. */
export const useCanGive = (): boolean => (useSlice('sharing')?.state ?? 'off') !== 'off'

/** State of a hand-over in words, for the row of its draft. */
export const handoverState = (row: Handover): string =>
  row.error ? errorTexts[row.error.code].title : text.states[stateOf(row)](row)

const stateOf = ({ state, isConnected }: Handover) =>
  isConnected || SETTLED.includes(state) ? state : 'unreached'
/** States in which nothing waits for the relay. */
const SETTLED: readonly Handover['state'][] = ['offered', 'incoming', 'taken']

interface IncomingDraftsProps {
  rows: readonly Kept<Handover>[]
  /** Draft that this PC has made of a hand-over. */
  findCollected: (row: Handover) => string | undefined
  /** @param draftId draft that this PC makes of it */
  onTaken: (row: Handover, draftId: string) => void
}

/** Drafts that colleagues hand over to this PC's operator. */
export function IncomingDrafts({ rows, ...props }: IncomingDraftsProps) {
  const id = useId()
  if (rows.length === 0) return null
  return (
    <section className="handovers" aria-labelledby={id}>
      <h2 id={id}>{text.incoming}</h2>
      <Rows labelledBy={id} kind="boxed">
        {rows.map((one) => (
          <IncomingDraft key={one.row.id} {...one} {...props} />
        ))}
      </Rows>
    </section>
  )
}

function IncomingDraft({
  row,
  isGone,
  findCollected,
  onTaken,
}: Kept<Handover> & Omit<IncomingDraftsProps, 'rows'>) {
  const { bridge } = useClient()
  const { task, run } = useOnce<'take'>()
  const collected = findCollected(row)
  const hidesNames = useHidesNames()
  const take = async () => {
    const taken = await run('take', async () => {
      const answer = await bridge.call('handovers.take', { id: row.id })
      // A toast: a notice in the row would move the rows below.
      if (!answer.ok) sayFailedWithAdvice(answer.error)
      return answer
    })
    if (!taken) return
    onTaken(row, taken.value.draftId)
    announce(text.taking)
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
      </div>
      <span className="muted">{draftListText.documents(row.documents)}</span>
      <span className="handovers__state muted">
        {collected !== undefined ? text.collected : isGone ? text.withdrawn : handoverState(row)}
      </span>
      {collected === undefined ? (
        <Button
          size="low"
          disabled={isGone || row.state !== 'incoming' || task.state === 'busy'}
          aria-label={text.takeIt(draftName(row))}
          onClick={() => void take()}
        >
          {text.take}
        </Button>
      ) : (
        <Button size="low" aria-label={text.openIt(draftName(row))} onClick={() => openDraft(collected)}>
          {text.open}
        </Button>
      )}
    </li>
  )
}

interface HandedPanelProps {
  draft: Pick<Draft, 'id' | 'state'>
  /** Texts of a discarded draft that was not handed over. */
  texts: DiscardedTexts
}

/** A draft that this PC hands over, or has discarded: its state, and the ways on. They stay in one place. */
export function HandedPanel({ draft: { id: draftId, state }, texts }: HandedPanelProps) {
  const { bridge } = useClient()
  const { task, run } = useOnce<'withdraw' | 'discard' | 'restore'>()
  const handovers = useHandovers()
  const { row, isGone = false } = findHandover(handovers, draftId) ?? {}
  const restore = () => bridge.call('procedures.draft-restore', { id: draftId })
  if (!row) return handovers && state === 'discarded' ? <Discarded text={texts} restore={restore} /> : null
  const isHidden = state === 'discarded'
  const isKept = state === 'collected'
  const isFixed = isGone || row.state === 'withdrawing' || task.state === 'busy'
  const withdraw = () => bridge.call('handovers.withdraw', { id: row.id })
  const discard = () => bridge.call('procedures.draft-discard', { id: draftId })
  const advice = isHidden ? text.hiddenBody : isKept ? text.collectedBody : text.body
  return (
    <section className="handed-panel" aria-label={text.title(row.person)}>
      <Notice
        role="note"
        icon={<Icon of={Send} />}
        actions={
          <>
            {isKept && (
              <Button disabled={isFixed} onClick={() => void run('discard', discard)}>
                {draftListText.discardShort}
              </Button>
            )}
            <Button
              disabled={isFixed}
              onClick={() => void (isHidden ? run('restore', restore) : run('withdraw', withdraw))}
            >
              {isKept ? text.keep : text.withdraw}
            </Button>
          </>
        }
      >
        <NoticeWords
          title={isGone ? text.over : handoverState(row)}
          body={row.error ? errorTexts[row.error.code].advice : advice}
        />
      </Notice>
      {task.state === 'failed' && <FailedNotice error={task.error} />}
    </section>
  )
}

/** Drafts that colleagues have collected, folded. */
export function DeliveredDrafts({ rows }: { rows: readonly Kept<Handover>[] }) {
  if (rows.length === 0) return null
  return (
    <details className="delivered small">
      <summary>{text.delivered(rows.length)}</summary>
      <Rows label={text.deliveredList} kind="boxed">
        {rows.map(({ row }) => (
          <li key={row.id} className="draft-line">
            <button type="button" className="row" onClick={() => openDraft(row.draftId ?? '')}>
              <DraftSubject row={row} />
              <span className="draft-line__when muted">{handoverState(row)}</span>
            </button>
          </li>
        ))}
      </Rows>
    </details>
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
