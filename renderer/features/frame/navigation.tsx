import { FolderOpen, Inbox, type LucideIcon, Search, SearchCheck, Settings, Signature } from 'lucide-react'
import type { MouseEvent } from 'react'
import type { Route } from '#shared/bridge/route.ts'
import { frameText, viewTitles } from '#shared/text/app.ts'
import { Kbd } from '../../design/kbd.tsx'
import { openPanel } from '../../ui-state/panels.ts'
import { useRoute, type View } from '../../ui-state/route.ts'
import { openSection } from '../../ui-state/route-memory.ts'
import { isMac } from '../../ui-state/shortcuts.ts'
import { AccountSwitcher } from './account-switcher.tsx'
import { ConnectionFoot } from './connection-foot.tsx'
import './navigation.css'

const DESTINATIONS: readonly {
  view: View
  path: string
  Icon: LucideIcon
  covers: readonly Route['view'][]
}[] = [
  { view: 'lookup', path: '/consulta', Icon: SearchCheck, covers: ['lookup', 'lookup-history'] },
  { view: 'procedures', path: '/expedientes', Icon: FolderOpen, covers: ['procedures', 'procedure'] },
  { view: 'signatures', path: '/firmas', Icon: Signature, covers: ['signatures', 'signature'] },
  { view: 'news', path: '/novedades', Icon: Inbox, covers: ['news'] },
  { view: 'settings', path: '/ajustes', Icon: Settings, covers: ['settings'] },
]

/** The five sections, the search and the state of the connection. */
export function Navigation() {
  const { view } = useRoute()
  return (
    <nav className="side" aria-label={frameText.navigation} data-region="navigation" tabIndex={-1}>
      <AccountSwitcher />
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
