import { CircleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { attentionText as text, currentVersion } from '#shared/text/frame.ts'
import { useKeyHint } from '../../app/key-hints.tsx'
import { closePanel, openPanel } from '../../app/panel-state.ts'
import { Button, CommitButton } from '../../design/button.tsx'
import { TitledDialog } from '../../design/dialogs.tsx'
import { Icon } from '../../design/icon.tsx'
import { useClient } from '../../replica/client.ts'
import { useAt, useSlice } from '../../replica/use-replica.ts'
import { SaveAttemptsButton, useOutageEnd } from '../outage/feature.ts'
import { chooseThing, isSettling } from './attention-order.ts'
import { attentionNow, dismissThing, noteAnnounced, putOffThing, usePutOff } from './attention-state.ts'
import { type Thing, useThings } from './things.ts'
import './attention.css'

/** One line above the content of every page: the most urgent thing that the user has not put off. */
export function AttentionLine() {
  useOutageEnd()
  useFirstVersion()
  const openedAt = useSlice('profile')?.openedAt
  const settles = useAt((now) => isSettling(openedAt, now))
  const thing = chooseThing(useThings(), usePutOff(), settles)
  // The key remounts the buttons, so that a press meant for one thing does not act on the next.
  return thing && <Line key={thing.key} thing={thing} />
}

/** Stores the version of the very first start. Everything is new then, so nothing is offered. */
function useFirstVersion() {
  const { bridge } = useClient()
  const isFirst = useSlice('settings')?.seenVersion === ''
  useEffect(() => {
    if (isFirst) void bridge.call('settings.update', { seenVersion: currentVersion })
  }, [bridge, isFirst])
}

function Line({ thing }: { thing: Thing }) {
  const { key, severity, icon, title, advice, role } = thing
  // A thing that returns with another page is not announced again.
  const [spoken] = useState(() => (attentionNow().announced.includes(key) ? undefined : role))
  useEffect(() => noteAnnounced(key), [key])
  return (
    <section
      className={`attention attention--${severity}`}
      aria-label={text.region}
      data-region="attention"
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
