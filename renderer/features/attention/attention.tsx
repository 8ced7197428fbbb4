import { CircleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { attentionText as text, currentVersion } from '#shared/text/frame.ts'
import { useAccountChanges, useLast } from '../../app/account-change.ts'
import { useKeyHint } from '../../app/key-hints.tsx'
import { closePanel, openPanel } from '../../app/panel-state.ts'
import { useRoutePart } from '../../app/route.ts'
import { pageKey } from '../../app/routes.ts'
import { Button, CommitButton } from '../../design/button.tsx'
import { TitledDialog } from '../../design/dialogs.tsx'
import { useRootClass } from '../../design/hooks.ts'
import { Icon } from '../../design/icon.tsx'
import { useClient } from '../../replica/client.ts'
import { useAt, useSlice } from '../../replica/use-replica.ts'
import { SaveAttemptsButton, useOutageEnd } from '../outage/feature.ts'
import { chooseThing, isSettling } from './attention-order.ts'
import { attentionNow, dismissThing, noteAnnounced, putOffThing, usePutOff } from './attention-state.ts'
import { type Thing, useThings } from './things.ts'
import './attention.css'

/** Most urgent thing that the user has not put off, on every page. */
export function AttentionLine() {
  useOutageEnd()
  useFirstVersion()
  const openedAt = useSlice('profile')?.openedAt
  const settles = useAt((now) => isSettling(openedAt, now))
  const thing = chooseThing(useThings(), usePutOff(), settles)
  const page = useRoutePart((route) => `${route.view} ${pageKey(route)}`)
  const changes = useAccountChanges()
  // Until the store is open, most things are not known, and no page is shown yet.
  const isOpen = useSlice('store')?.state === 'open'
  return <LineOfPage page={`${page} ${changes} ${isOpen}`} thing={thing} />
}

/**
 * Line of one page, above its content if a thing is known as the page opens. The line keeps that room until the next
 * page opens. Without that room, a thing that comes later lies over the page. So the content never moves.
 */
function LineOfPage({ page, thing }: { page: string; thing: Thing | undefined }) {
  const [room, setRoom] = useState({ page, isKept: thing !== undefined })
  if (room.page !== page) setRoom({ page, isKept: thing !== undefined })
  const last = useLast(thing)
  // The keys remount the buttons, so that a press meant for one thing does not act on the next.
  if (thing) return <Line key={thing.key} thing={thing} look={room.isKept ? 'line' : 'over'} />
  return room.isKept && last && <Line key="gone" thing={last} look="gone" />
}

/** Stores the version of the very first start. Everything is new then, so nothing is offered. */
function useFirstVersion() {
  const { bridge } = useClient()
  const isFirst = useSlice('settings')?.seenVersion === ''
  useEffect(() => {
    if (isFirst) void bridge.call('settings.update', { seenVersion: currentVersion })
  }, [bridge, isFirst])
}

interface LineProps {
  thing: Thing
  /** `over`: lies over the page. `gone`: keeps the room of a thing that has ended. */
  look: 'line' | 'over' | 'gone'
}

function Line({ thing, look }: LineProps) {
  const { key, severity, icon, title, advice, role } = thing
  // A thing that returns with another page is not announced again.
  const [spoken] = useState(() => (attentionNow().announced.includes(key) ? undefined : role))
  useEffect(() => noteAnnounced(key), [key])
  const isOver = look === 'over'
  useRootClass(isOver ? 'has-attention-over' : null)
  return (
    <section
      className={`attention attention--${severity} attention--${look}`}
      aria-label={text.region}
      data-region={look === 'gone' ? undefined : 'attention'}
      data-floating={isOver || undefined}
      tabIndex={-1}
    >
      <Icon of={icon} />
      <p className="attention__words">
        <b role={spoken}>{title}</b> {advice}
      </p>
      <Ways thing={thing} />
    </section>
  )
}

/** Entry of the sidebar with the number of things, also of those that were put off. */
export function AttentionEntry() {
  const { length } = useThings()
  const { shortcut, ...aria } = useKeyHint()('attention')
  if (length === 0) return null
  const words = text.pending(length)
  return (
    <button
      type="button"
      className="side__attention"
      {...aria}
      title={words}
      onClick={() => openPanel('attention')}
    >
      <Icon of={CircleAlert} />
      <span>{words}</span>
      {shortcut}
      <b className="side__badge" aria-hidden="true">
        {length}
      </b>
    </button>
  )
}

/** List of everything that needs attention, most urgent first. */
export function AttentionPanel() {
  const things = useThings()
  const putOff = usePutOff()
  return (
    <TitledDialog
      title={text.title}
      variant="wide"
      onClose={closePanel}
      actions={
        <Button data-safe onClick={closePanel}>
          {text.close}
        </Button>
      }
    >
      {things.length === 0 && <p>{text.none}</p>}
      <ul className="things">
        {things.map((thing) => (
          <li key={thing.key} className={`thing attention--${thing.severity}`}>
            <Icon of={thing.icon} />
            <div className="thing__words">
              <p>
                <b>{thing.title}</b> {thing.advice}
              </p>
              {thing.detail && <p className="small muted">{thing.detail}</p>}
              {putOff.includes(thing.key) && <p className="small muted">{text.putOff}</p>}
              <div className="thing__ways">
                <Ways thing={thing} isListed isPutOff={putOff.includes(thing.key)} />
              </div>
            </div>
          </li>
        ))}
      </ul>
    </TitledDialog>
  )
}

interface WaysProps {
  thing: Thing
  isListed?: boolean
  isPutOff?: boolean
}

/** Buttons of a thing. The line offers one way to be rid of it: until tomorrow if it can wait, or else for good. */
function Ways({ thing, isListed = false, isPutOff = false }: WaysProps) {
  const client = useClient()
  const { key, actions, hasRecord, dismissal, canWait } = thing
  return (
    <>
      {actions.map(({ label, run, stays }) => (
        <CommitButton
          key={label}
          meaning={`${key} ${label}`}
          size="low"
          onClick={() => {
            if (isListed && !stays) closePanel()
            run()
          }}
        >
          {label}
        </CommitButton>
      ))}
      {hasRecord && <SaveAttemptsButton tone={actions.length > 0 ? 'plain' : 'default'} />}
      {dismissal && (isListed || !canWait) && (
        <CommitButton
          meaning={`${key} dismiss`}
          size="low"
          tone={actions.length > 0 || hasRecord ? 'plain' : 'default'}
          onClick={() => void dismissThing(key, dismissal.calls())}
        >
          {dismissal.label}
        </CommitButton>
      )}
      {canWait && !isPutOff && (
        <CommitButton
          meaning={`${key} later`}
          size="low"
          tone="plain"
          onClick={() => void putOffThing(client, key)}
        >
          {text.untilTomorrow}
        </CommitButton>
      )}
    </>
  )
}
