import { environmentText } from '#shared/text/app.ts'
import { connectionWords as words, extensionText } from '#shared/text/extension.ts'
import { Logo } from '#renderer/design/icon.tsx'
import type { Connection } from '../background/connection-state.ts'
import { useConnection } from './client-context.ts'
import '#renderer/design/layout.css'
import './pages.css'

/** Head of every page: the mark, and the state of the connection by shape and word. */
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

/** A disc answers, a square does not, a ring is between both. */
function headState(connection: Connection): { word: string; look: Look } {
  switch (connection.kind) {
    case 'approved':
      return connection.online === false
        ? { word: words.offline, look: 'off' }
        : { word: words.approved, look: 'on' }
    case 'not-running':
      return connection.start === 'running'
        ? { word: words.starting, look: 'between' }
        : { word: words['not-running'], look: 'off' }
    case 'closed':
    case 'connecting':
    case 'not-approved':
    case 'locked':
      return { word: words[connection.kind], look: 'between' }
    default:
      return { word: words[connection.kind], look: 'off' }
  }
}
