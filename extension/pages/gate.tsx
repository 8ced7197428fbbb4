import { type LucideIcon, KeyRound, Lock, PlugZap, RefreshCw } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '#renderer/design/button.tsx'
import { Icon, Logo } from '#renderer/design/icon.tsx'
import '#renderer/design/layout.css'
import { environmentText } from '#shared/text/app.ts'
import { connectionWords, extensionText, gateText as text } from '#shared/text/extension.ts'
import type { Connection, Words } from '../background/connection-state.ts'
import { useConnection, useClient } from './page.tsx'
import './pages.css'

export interface MissingProps {
  icon: LucideIcon
  title: string
  meaning: ReactNode
  children?: ReactNode
}

/** Message about a missing part: its reason, and the remedy. */
export function Missing({ icon, title, meaning, children }: MissingProps) {
  return (
    <section className="gate" aria-label={title}>
      <div className="gate__words">
        <Icon of={icon} className="gate__icon" />
        <div role="status">
          <h2 className="gate__title">{title}</h2>
          <div className="gate__meaning small second">{meaning}</div>
        </div>
      </div>
      {children && <div className="gate__actions">{children}</div>}
    </section>
  )
}

function Steps({ steps }: { steps: readonly string[] }) {
  return (
    <ol className="gate__steps">
      {steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  )
}

/** Head of every page: the logo, and the state of the connection as shape and word. */
export function Head({ title }: { title: string }) {
  const { connection } = useConnection()
  const { word, look } = headState(connection)
  const isDemo = 'demo' in connection && connection.demo
  return (
    <header>
      {isDemo && (
        <p className="environment environment--demo" role="note">
          <b>{environmentText.demo.strip}</b>
        </p>
      )}
      <div className="head">
        <Logo />
        <h1 className="head__title" title={title}>
          {extensionText.name}
        </h1>
        <p className="head__state" role="status">
          <span className={`head__dot head__dot--${look}`} aria-hidden="true" />
          {word}
        </p>
      </div>
    </header>
  )
}

type Look = 'on' | 'off' | 'between'

/** Word and shape of the state. Disc: the application answers. Square: it does not. Ring: between both. */
function headState(connection: Connection): { word: string; look: Look } {
  switch (connection.kind) {
    case 'approved':
      return connection.online === false
        ? { word: connectionWords.offline, look: 'off' }
        : { word: connectionWords.approved, look: 'on' }
    case 'not-running':
      return connection.start === 'running'
        ? { word: connectionWords.starting, look: 'between' }
        : { word: connectionWords['not-running'], look: 'off' }
    case 'closed':
    case 'connecting':
    case 'not-approved':
    case 'locked':
      return { word: connectionWords[connection.kind], look: 'between' }
    default:
      return { word: connectionWords[connection.kind], look: 'off' }
  }
}

export interface GateProps {
  /** True if the page is shown even while connecting, so that typed text is not lost. */
  eager?: boolean
  children: ReactNode
}

/** Shows the page if the application answers, or else what is missing. */
export function Gate({ eager = false, children }: GateProps) {
  const { connection } = useConnection()
  switch (connection.kind) {
    case 'approved':
      return children
    case 'closed':
    case 'connecting':
      return eager ? children : <Connecting />
    case 'not-running':
      return <NotRunning start={connection.start} />
    case 'not-installed':
      return <NotInstalled why={connection.why} />
    case 'not-answering':
      return (
        <Missing icon={PlugZap} title={text.notAnswering} meaning={text.notAnsweringMeaning}>
          <Retry />
        </Missing>
      )
    case 'wrong-version': {
      const { title, meaning } = text.wrongVersion[connection.update]
      return (
        <Missing icon={RefreshCw} title={title} meaning={meaning}>
          <Retry />
        </Missing>
      )
    }
    case 'locked':
      return <Missing icon={Lock} title={text.locked} meaning={text.lockedMeaning} />
    case 'not-approved':
      return <Approval words={connection.words} refused={connection.refused} icon={KeyRound} />
  }
}

/** Shown while connecting. Most connections are made before anybody can read it. */
function Connecting() {
  return (
    <p className="gate gate__connecting small muted" role="status">
      {text.connecting}
    </p>
  )
}

function Retry() {
  const client = useClient()
  return (
    <Button size="low" onClick={() => void client.request('connection.retry', {})}>
      {text.retry}
    </Button>
  )
}

function NotRunning({ start }: { start: Extract<Connection, { kind: 'not-running' }>['start'] }) {
  const client = useClient()
  const [asksWhatIsMissing, setAsksWhatIsMissing] = useState(false)
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => first.current?.focus(), [start, asksWhatIsMissing])

  if (start === 'running')
    return (
      <Missing icon={PlugZap} title={text.starting} meaning={text.startingMeaning}>
        <div className="gate__progress" role="progressbar" aria-label={text.starting} />
      </Missing>
    )
  if (asksWhatIsMissing)
    return (
      <Missing icon={PlugZap} title={text.missing.title} meaning={<Steps steps={text.missing.steps} />}>
        <Button ref={first} size="low" onClick={() => setAsksWhatIsMissing(false)}>
          {text.missing.back}
        </Button>
      </Missing>
    )
  const failed = start === 'failed'
  return (
    <Missing
      icon={PlugZap}
      title={failed ? text.startFailed : text.notRunning}
      meaning={failed ? text.startFailedMeaning : text.notRunningMeaning}
    >
      <Button ref={first} tone="primary" size="low" onClick={() => void client.request('host.start', {})}>
        {failed ? text.startAgain : text.start}
      </Button>
      <Button tone="plain" size="low" onClick={() => setAsksWhatIsMissing(true)}>
        {text.whatIsMissing}
      </Button>
    </Missing>
  )
}

function NotInstalled({ why }: { why: 'missing' | 'forbidden' }) {
  return (
    <Missing
      icon={PlugZap}
      title={text.notInstalled}
      meaning={
        <>
          <p>{text.notInstalledMeaning[why]}</p>
          <Steps steps={text.notInstalledSteps} />
        </>
      }
    >
      <Retry />
    </Missing>
  )
}

interface ApprovalProps {
  icon: LucideIcon
  words: Words | null
  refused: boolean
}

/**
 * First connection: shows the same words as the application's window. The user starts the approval with a press,
 * because it opens a window.
 */
function Approval({ icon, words, refused }: ApprovalProps) {
  const client = useClient()
  const [asking, setAsking] = useState(false)
  const [failed, setFailed] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [refused])

  const requestApproval = () => {
    if (asking) return
    setAsking(true)
    setFailed(false)
    void client.request('approval.ask', {}).then(({ ok }) => {
      setAsking(false)
      setFailed(!ok)
    })
  }

  if (words !== null)
    return (
      <Missing
        icon={icon}
        title={text.approval}
        meaning={
          <>
            <p>{text.approvalMeaning}</p>
            <p className="gate__code" aria-label={text.approvalWords}>
              {words.join(' · ')}
            </p>
            <p className="tiny muted">{text.approvalWaiting}</p>
          </>
        }
      />
    )
  return (
    <Missing
      icon={icon}
      title={refused ? text.refused : text.approval}
      meaning={
        <>
          <p>{refused ? text.refusedMeaning : text.approvalNotAsked}</p>
          {failed && <p role="alert">{text.approvalFailed}</p>}
        </>
      }
    >
      <Button
        ref={button}
        tone="primary"
        size="low"
        aria-disabled={asking || undefined}
        onClick={requestApproval}
      >
        {refused ? text.approvalAgain : text.approvalAsk}
      </Button>
    </Missing>
  )
}
