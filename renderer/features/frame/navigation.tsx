import { Search } from 'lucide-react'
import { type ComponentType, Fragment, type MouseEvent } from 'react'
import { ROUTES, type View } from '#shared/bridge/routes.ts'
import type { Point } from '#shared/domain/training.ts'
import { frameText, viewTitles } from '#shared/text/app.ts'
import { inboxBadgeText } from '#shared/text/app-sidebar.ts'
import { Icon } from '../../design/icon.tsx'
import { useSlice } from '../../replica/use-replica.ts'
import { openPanel } from '../../ui-state/panels.ts'
import { useRoutePart } from '../../ui-state/route.ts'
import { DESTINATIONS, destinationOf, VIEWS } from '../../ui-state/routes.ts'
import { openSection } from '../../ui-state/route-memory.ts'
import { useKeyHint } from '../../shortcuts/key-hints.tsx'
import { ProcedurePlaces } from '../cases/places.tsx'
import { SignaturePlaces } from '../signature-requests/signature-places.tsx'
import { AccountSwitcher } from './account-switcher.tsx'
import { ConnectionFoot } from './connection-foot.tsx'
import './navigation.css'

/** Entries under a section, while it is open. */
const PLACES: Partial<Record<View, ComponentType<{ where: 'side' }>>> = {
  procedures: ProcedurePlaces,
  signatures: SignaturePlaces,
}

/** Names of the sections that training points at. */
const POINTS: Partial<Record<View, Point>> = {
  lookup: 'nav-lookup',
  procedures: 'nav-cases',
  signatures: 'nav-signatures',
  inbox: 'nav-inbox',
}

/** Sections, search and connection state. */
export function Navigation() {
  const here = useRoutePart(destinationOf)
  const { shortcut, ...aria } = useKeyHint()('palette')
  return (
    <nav className="side" aria-label={frameText.navigation} data-region="navigation" tabIndex={-1}>
      <AccountSwitcher />
      <button
        type="button"
        className="side__search"
        data-point="search"
        {...aria}
        title={frameText.search}
        onClick={() => openPanel('palette')}
      >
        <Icon of={Search} />
        <span>{frameText.search}</span>
        {shortcut}
      </button>
      <div className="side__links">
        {DESTINATIONS.map((destination) => {
          const { Icon: drawing } = VIEWS[destination]
          const Places = destination === here && PLACES[destination]
          return (
            <Fragment key={destination}>
              <a
                href={ROUTES[destination].path}
                title={viewTitles[destination]}
                data-point={POINTS[destination]}
                aria-current={destination === here ? 'page' : undefined}
                onClick={(event) => follow(event, destination)}
              >
                <Icon of={drawing} />
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

/** Unread count, derived by the core from the rows. It is part of its link's name. */
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
  // The browser handles a new tab or window.
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
  event.preventDefault()
  openSection(view)
}
