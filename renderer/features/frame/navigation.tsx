import { Search } from 'lucide-react'
import { type ComponentType, Fragment, type MouseEvent } from 'react'
import { frameText, viewTitles } from '#shared/text/app.ts'
import { inboxBadgeText } from '#shared/text/app-sidebar.ts'
import { useSlice } from '../../replica/use-replica.ts'
import { openPanel } from '../../ui-state/panels.ts'
import { useRoute } from '../../ui-state/route.ts'
import { DESTINATIONS, destinationOf, type View, VIEWS } from '../../ui-state/routes.ts'
import { openSection } from '../../ui-state/route-memory.ts'
import { useKeyHint } from '../../shortcuts/key-hints.tsx'
import { ProcedurePlaces } from '../cases/places.tsx'
import { SignaturePlaces } from '../signature-requests/signature-places.tsx'
import { AccountSwitcher } from './account-switcher.tsx'
import { ConnectionFoot } from './connection-foot.tsx'
import './navigation.css'

/** What is under a section, while one is in it. */
const PLACES: Partial<Record<View, ComponentType<{ where: 'side' }>>> = {
  procedures: ProcedurePlaces,
  signatures: SignaturePlaces,
}

/** The sections, the search and the state of the connection. */
export function Navigation() {
  const here = destinationOf(useRoute())
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
        {DESTINATIONS.map((destination) => {
          const { path, Icon } = VIEWS[destination]
          const Places = destination === here && PLACES[destination]
          return (
            <Fragment key={destination}>
              <a
                href={path}
                title={viewTitles[destination]}
                aria-current={destination === here ? 'page' : undefined}
                onClick={(event) => follow(event, destination)}
              >
                <Icon className="icon" aria-hidden="true" />
                <span>{viewTitles[destination]}</span>
                {destination === 'inbox' && <UnreadBadge />}
              </a>
              {Places && <Places where="side" />}
            </Fragment>
          )
        })}
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
