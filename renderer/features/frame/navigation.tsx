import { FolderOpen, Inbox, type LucideIcon, Search, SearchCheck, Settings, Signature } from 'lucide-react'
import { Fragment, type MouseEvent } from 'react'
import type { Route } from '#shared/bridge/route.ts'
import { frameText, viewTitles } from '#shared/text/app.ts'
import { inboxBadgeText } from '#shared/text/app-sidebar.ts'
import { useSlice } from '../../replica/use-replica.ts'
import { openPanel } from '../../ui-state/panels.ts'
import { useRoute, type View } from '../../ui-state/route.ts'
import { openSection } from '../../ui-state/route-memory.ts'
import { useKeyHint } from '../../shortcuts/key-hints.tsx'
import { ProcedurePlaces } from '../cases/places.tsx'
import { SignaturePlaces } from '../signature-requests/signature-places.tsx'
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
  {
    view: 'procedures',
    path: '/expedientes',
    Icon: FolderOpen,
    covers: ['procedures', 'procedure', 'drafts', 'outbox', 'draft'],
  },
  {
    view: 'signatures',
    path: '/firmas',
    Icon: Signature,
    covers: ['signatures', 'signature', 'signature-requests', 'signature-request', 'contacts'],
  },
  { view: 'inbox', path: '/novedades', Icon: Inbox, covers: ['inbox'] },
  { view: 'settings', path: '/ajustes', Icon: Settings, covers: ['settings'] },
]

/** The five sections, the search and the state of the connection. */
export function Navigation() {
  const { view } = useRoute()
  const { shortcut, ...aria } = useKeyHint()('palette')
  return (
    <nav className="side" aria-label={frameText.navigation} data-region="navigation" tabIndex={-1}>
      <AccountSwitcher />
      <button
        type="button"
        className="side__search"
        {...aria}
        title={frameText.search}
        onClick={() => openPanel('palette')}
      >
        <Search className="icon" aria-hidden="true" />
        <span>{frameText.search}</span>
        {shortcut}
      </button>
      <div className="side__links">
        {DESTINATIONS.map(({ view: destination, path, Icon, covers }) => (
          <Fragment key={destination}>
            <a
              href={path}
              title={viewTitles[destination]}
              aria-current={covers.includes(view) ? 'page' : undefined}
              onClick={(event) => follow(event, destination)}
            >
              <Icon className="icon" aria-hidden="true" />
              <span>{viewTitles[destination]}</span>
              {destination === 'inbox' && <UnreadBadge />}
            </a>
            {destination === 'procedures' && covers.includes(view) && <ProcedurePlaces where="side" />}
            {destination === 'signatures' && covers.includes(view) && <SignaturePlaces where="side" />}
          </Fragment>
        ))}
      </div>
      <ConnectionFoot />
    </nav>
  )
}

/** How many are unread, derived by the core from the rows themselves. It is part of what its link is called. */
function UnreadBadge() {
  const unread = useSlice('inboxCounts')?.unread ?? 0
  if (unread === 0) return null
  return (
    <b className="side__badge">
      <i aria-hidden="true">{inboxBadgeText.shown(unread)}</i>
      <span className="visually-hidden">{inboxBadgeText.spoken(unread)}</span>
    </b>
  )
}

function follow(event: MouseEvent, view: View) {
  // A new tab or window stays the browser's business.
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
  event.preventDefault()
  openSection(view)
}
