import { Send } from 'lucide-react'
import { useState, useRef } from 'react'
import type { DraftRow } from '#shared/bridge/procedures.ts'
import {
  draftListText,
  outboxText as text,
  draftName,
  sendDialogText,
  outboxWays,
} from '#shared/text/outbox.ts'
import type { AppError } from '#shared/bridge/result.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { Button } from '../../design/button.tsx'
import { Notice } from '../../design/layout.tsx'
import { Icon, BusyIcon } from '../../design/icon.tsx'
import { Sign } from '../../design/sign.tsx'
import { useRowFocus } from '../../design/list.tsx'
import { useFastNow, useSlice } from '../../replica/use-replica.ts'
import { useKeyHint } from '../../app/key-hints.tsx'
import { useShortcuts } from '../../app/shortcuts.ts'
import { ConfirmDialog } from '../../design/dialogs.tsx'
import { useClient } from '../../replica/client.ts'
import { ProcedurePlaces } from '../cases/feature.ts'
import { ListPage, OpenRow } from '../../app/list-page.tsx'
import { BusyLine, FailedNotice, ServiceSays } from '../../app/task-notice.tsx'
import { AgainDialog, DraftSubject, HeldDialog, sendErrorWords } from './draft-rows.tsx'
import { discardDraft, DiscardedNotice, useDiscarding } from './discarded-notice.tsx'
import {
  outboxViewModel,
  readyOf,
  secondsLeft,
  type WayOn,
  type OutboxViewModel,
} from './outbox-view-model.ts'
import {
  lastDraft,
  openDraft,
  type Outbox,
  useOutbox,
  type HeldBack,
  sendAll,
  undoAll,
} from './use-outbox.ts'
import { serviceWords } from './sent-draft.tsx'
import './outbox.css'

type Asking = { what: 'send'; rows: readonly DraftRow[] } | { what: 'again'; row: DraftRow }

const TICK_MS = 250
const IDLE_MS = 15_000

/** Por enviar: submissions that are ready, being sent, or stopped on the way. Nothing is sent without the user. */
export function OutboxPage() {
  const outbox = useOutbox()
  const { rows, error, errors, online } = outbox
  const [asking, setAsking] = useState<Asking | null>(null)
  const leaving = rows?.filter(({ state }) => state === 'leaving') ?? []
  const now = useFastNow(leaving.length > 0 ? TICK_MS : IDLE_MS)
  const discarding = useDiscarding()
  useRowFocus(rows, 'data-draft', lastDraft)
  useShortcuts({
    'drafts.undo': () => void (leaving.length > 0 ? outbox.undo(leaving) : discarding.restore()),
  })

  const go = (row: DraftRow, way: WayOn) => {
    if (way === 'send') return setAsking({ what: 'send', rows: [row] })
    if (way === 'again') return setAsking({ what: 'again', row })
    if (way === 'undo') return void outbox.undo([row])
    if (way === 'stop') return void outbox.stop(row)
    if (way === 'check' || way === 'accept') return void outbox.resolve(row, way)
    openDraft(row.id)
  }
  return (
    <ListPage
      title={text.title}
      landing={rows?.length === 0 || (!rows && error !== undefined)}
      column="outbox"
      above={
        <>
          <ProcedurePlaces where="page" />
          <DiscardedNotice discarding={discarding} />
          {rows && rows.length > 0 && (
            <Standing
              rows={rows}
              leaving={leaving}
              now={now}
              outbox={outbox}
              onSend={(ready) => setAsking({ what: 'send', rows: ready })}
            />
          )}
        </>
      }
      up="procedures"
      text={{ ...text, loading: draftListText.loading }}
      emptyIcon={Send}
      rows={rows}
      error={rows ? null : error}
      renderRow={(row) => (
        <OutboxLine
          key={row.id}
          row={row}
          viewModel={outboxViewModel(row, { now, online })}
          error={errors[row.id]}
          onWay={(way) => go(row, way)}
          onDiscard={() => void discarding.discard(row)}
        />
      )}
    >
      {asking?.what === 'send' && <SendDialog rows={asking.rows} onClose={() => setAsking(null)} />}
      {asking?.what === 'again' && (
        <AgainDialog row={asking.row} outbox={outbox} onClose={() => setAsking(null)} />
      )}
    </ListPage>
  )
}

interface StandingProps {
  rows: readonly DraftRow[]
  leaving: readonly DraftRow[]
  now: number
  outbox: Outbox
  onSend: (rows: readonly DraftRow[]) => void
}

/** Status of all items: being sent, blocked, or waiting for the user. */
function Standing({ rows, leaving, now, outbox, onSend }: StandingProps) {
  const ready = readyOf(rows)
  const hint = useKeyHint()
  if (leaving.length > 0) {
    const seconds = Math.min(...leaving.map((row) => secondsLeft(row, now)))
    return (
      <Notice
        icon={<Icon of={Send} />}
        actions={
          <Button key="undo" size="low" {...hint('drafts.undo')} onClick={() => void outbox.undo(leaving)}>
            {text.undoAll(leaving.length)}
          </Button>
        }
      >
        <p>{text.leavingAll(leaving.length, seconds)}</p>
      </Notice>
    )
  }
  if (outbox.unauthorized || !outbox.online) {
    return (
      <Notice tone="warn" icon={<Sign kind="warn" />}>
        <p>{outbox.unauthorized ? text.unauthorized : text.offline}</p>
      </Notice>
    )
  }
  if (ready.length === 0) return null
  return (
    <Notice
      icon={<Sign kind="ok" />}
      actions={
        <Button key="send" size="low" tone="primary" onClick={() => onSend(ready)}>
          {text.sendAll(ready.length)}
        </Button>
      }
    >
      <p>{text.waiting(ready.length)}</p>
    </Notice>
  )
}

/**
 * Asks for confirmation before sending: lists the items and warns that sending is final. Afterwards lists the items
 * that were not sent, with the reasons.
 */
function SendDialog({ rows, onClose }: { rows: readonly DraftRow[]; onClose: () => void }) {
  const { bridge } = useClient()
  const seconds = useSlice('settings')?.undoSeconds ?? 0
  const [busy, setBusy] = useState(false)
  const [held, setHeld] = useState<readonly HeldBack[] | null>(null)

  const stop = useRef(new AbortController())

  const send = async () => {
    setBusy(true)
    const { sent, held: left } = await sendAll(bridge, rows, stop.current.signal)
    // The user stopped: undo the items whose sending had begun before.
    if (stop.current.signal.aborted) return void undoAll(bridge, sent)
    setBusy(false)
    if (left.length === 0) onClose()
    else setHeld(left)
  }
  const stopAndClose = () => {
    stop.current.abort()
    onClose()
  }
  if (held) {
    const gone = rows.length - held.length
    return (
      <HeldDialog
        title={sendDialogText.held(held.length)}
        note={gone > 0 ? sendDialogText.left(gone) : undefined}
        onClose={onClose}
      >
        {held.map(({ row, error }) => (
          <li key={row.id} className="send-list__held">
            <div className="send-list__row">
              <DraftSubject row={row} />
            </div>
            <p className="small">
              <b>{sendErrorWords(error).title}</b> {sendErrorWords(error).advice}
            </p>
            <Button
              size="low"
              onClick={() => {
                onClose()
                openDraft(row.id)
              }}
            >
              {sendDialogText.openOne(draftName(row))}
            </Button>
          </li>
        ))}
      </HeldDialog>
    )
  }
  return (
    <ConfirmDialog
      title={sendDialogText.title(rows.length)}
      about={
        <ul className="send-list">
          {rows.map((row) => (
            <li key={row.id} className="send-list__row">
              <DraftSubject row={row} />
            </li>
          ))}
        </ul>
      }
      body={sendDialogText.body(rows.length, seconds)}
      keep={sendDialogText.keep}
      submit={sendDialogText.submit(rows.length)}
      busy={busy}
      onSubmit={send}
      onClose={stopAndClose}
    >
      {busy && <BusyLine words={sendDialogText.sending} />}
    </ConfirmDialog>
  )
}

interface OutboxLineProps {
  row: DraftRow
  viewModel: OutboxViewModel
  /** Error of the last action on this item. */
  error: AppError | undefined
  onWay: (way: WayOn) => void
  /** Called only for items that are not being sent. */
  onDiscard: () => void
}

/** Item of *Por enviar*: subject, progress, problem and actions. */
function OutboxLine({ row, viewModel, error, onWay, onDiscard }: OutboxLineProps) {
  const { sign, title, body, ways } = viewModel
  const { uploaded, of } = row.documents
  const name = draftName(row)
  // The view model states the problem. An item that waits or retries also shows its error.
  const isTold = row.state === 'ready' || row.state === 'sending'
  const why = row.error && isTold ? errorTexts[row.error.code] : null
  const said = serviceWords(row.error)
  const still = row.state === 'ready' || row.state === 'stopped'
  return (
    <li className={`outbox-line outbox-line--${row.state}`} data-draft={row.id}>
      <div className="outbox-line__head">
        <OpenRow
          label={text.open(`${name}. ${title}`)}
          onOpen={() => openDraft(row.id)}
          remove={discardDraft(row, onDiscard)}
          isRemovable={still}
        >
          <DraftSubject row={row} />
          <span className="row__end muted">{text.documents(uploaded, of)}</span>
        </OpenRow>
      </div>
      <div className="outbox-line__state">
        {sign === 'moving' ? <BusyIcon /> : <Sign kind={sign} />}
        <div className="outbox-line__words">
          <p>
            <b>{title}</b> <span className="second">{body}</span>
          </p>
          {why && (
            <p className="small second">
              {why.title} {!row.doubt && why.advice}
            </p>
          )}
          <ServiceSays quote={said} small />
          {error && <FailedNotice error={error} />}
        </div>
        <div className="outbox-line__ways">
          {ways.map((way) => (
            <Button
              key={way}
              size="low"
              tone={way === 'open' ? 'plain' : 'default'}
              aria-label={`${outboxWays[way]} ${name}`}
              onClick={() => onWay(way)}
            >
              {outboxWays[way]}
            </Button>
          ))}
        </div>
      </div>
    </li>
  )
}
