import { FolderOpen, Inbox, type LucideIcon, Search, SearchCheck, Settings, Signature } from 'lucide-react'
import type { MouseEvent } from 'react'
import { environmentText, frameText, viewTitles } from '#shared/text/app.ts'
import { Kbd } from '../../design/kbd.tsx'
import { useSlice } from '../../replica/use-replica.ts'
import { openPanel } from '../../ui-state/panels.ts'
import { useRoute, type View } from '../../ui-state/route.ts'
import { openSection } from '../../ui-state/route-memory.ts'
import { isMac } from '../../ui-state/shortcuts.ts'
import { ConnectionFoot } from './connection-foot.tsx'
import { Logo } from './logo.tsx'
import './navigation.css'

const DESTINATIONS: readonly { view: View; path: string; Icon: LucideIcon; covers: readonly View[] }[] = [
  { view: 'lookup', path: '/consulta', Icon: SearchCheck, covers: ['lookup', 'lookup-history'] },
  { view: 'procedures', path: '/expedientes', Icon: FolderOpen, covers: ['procedures'] },
  { view: 'signatures', path: '/firmas', Icon: Signature, covers: ['signatures'] },
  { view: 'news', path: '/novedades', Icon: Inbox, covers: ['news'] },
  { view: 'settings', path: '/ajustes', Icon: Settings, covers: ['settings'] },
]

/** The five sections, the search and the state of the connection. */
export function Navigation() {
  const { view } = useRoute()
  return (
    <nav className="side" aria-label={frameText.navigation} data-region="navigation" tabIndex={-1}>
      <Account />
      <button
        type="button"
        className="side__search"
        aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
        title={frameText.search}
        onClick={() => openPanel('palette')}
      >
        <Search className="icon" aria-hidden="true" />
        <span>{frameText.search}</span>
        <Kbd>{isMac ? '⌘K' : 'Ctrl K'}</Kbd>
      </button>
      <div className="side__links">
        {DESTINATIONS.map(({ view: destination, path, Icon, covers }) => (
          <a
            key={destination}
            href={path}
            title={viewTitles[destination]}
            aria-current={covers.includes(view) ? 'page' : undefined}
            onClick={(event) => follow(event, destination)}
          >
            <Icon className="icon" aria-hidden="true" />
            <span>{viewTitles[destination]}</span>
          </a>
        ))}
      </div>
      <ConnectionFoot />
    </nav>
  )
}

function follow(event: MouseEvent, view: View) {
  // A new tab or window stays the browser's business.
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
  event.preventDefault()
  openSection(view)
}

function Account() {
  const profile = useSlice('profile')
  const environment = profile ? environmentText[profile.environment].name : ''
  return (
    <div className="side__account">
      <Logo />
      <div className="side__names">
        <b className="clip">{profile?.name ?? frameText.product}</b>
        {/* Without an account the name already is the environment's. */}
        <span>{profile && profile.name !== environment ? environment : frameText.product}</span>
      </div>
    </div>
  )
}
