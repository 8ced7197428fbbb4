import { Search, ChevronsUpDown, CircleHelp, Plus, Settings } from 'lucide-react'
import { Fragment, type MouseEvent, useRef, useState } from 'react'
import { ROUTES, type View } from '#shared/bridge/routes.ts'
import type { Point } from '#shared/domain/training.ts'
import { frameText, viewTitles, environmentText, connectionText } from '#shared/text/app.ts'
import { inboxBadgeText, switcherText as text, laneOf } from '#shared/text/sidebar.ts'
import { ErrorBoundary } from '../design/error-boundary.tsx'
import { Icon, Logo } from '../design/icon.tsx'
import { useSlice, useLink, useNow } from '../replica/use-replica.ts'
import { openHelp, openPanel } from './panel-state.ts'
import { useRoutePart, openSection } from './route.ts'
import { DESTINATIONS, destinationOf, VIEWS } from './routes.ts'
import { useKeyHint } from './key-hints.tsx'
import { AttentionEntry, SECTION_PLACES } from './frame-features.ts'
import { later, useLoadSoon } from '../design/later.tsx'
import type { MenuItem } from '../design/menu.tsx'
import { useClient } from '../replica/client.ts'
import { addAccount, openSettings } from './settings-state.ts'
import { activateAccount } from './activate-account.ts'
import { relativeAge, moment } from '#shared/text/dates.ts'
import './navigation.css'

const Menu = later(async () => (await import('../design/menu.tsx')).Menu)
const AFTER_FIRST_SCREEN = [Menu]

/** Names by which training points at a section. */
const POINTS: Partial<Record<View, Point>> = {
  lookup: 'nav-lookup',
  procedures: 'nav-cases',
  signatures: 'nav-signatures',
  inbox: 'nav-inbox',
}

/** Sections, search and connection state. */
export function Navigation() {
  const here = useRoutePart(destinationOf)
  const { link } = useLink()
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
          const Places = destination === here && SECTION_PLACES[destination]
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
      <div className="side__end">
        <ErrorBoundary fallback={null} resetKey={link}>
          <AttentionEntry />
        </ErrorBoundary>
        <HelpEntry />
      </div>
      <ConnectionFoot />
    </nav>
  )
}

/** Opens the help, which also has the list of shortcuts. */
function HelpEntry() {
  const { shortcut, ...aria } = useKeyHint()('help')
  return (
    <button
      type="button"
      className="side__help"
      {...aria}
      title={frameText.help}
      onClick={() => openHelp(null)}
    >
      <Icon of={CircleHelp} />
      <span>{frameText.help}</span>
      {shortcut}
    </button>
  )
}

/** Unread count, which the core computes. The accessible name of the link includes it. */
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
  // With these keys or buttons the browser opens a new tab or window.
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
  event.preventDefault()
  openSection(view)
}

/** Active account, and a menu to switch. */
function AccountSwitcher() {
  const client = useClient()
  const profile = useSlice('profile')
  const accounts = useSlice('accounts')
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  useLoadSoon(AFTER_FIRST_SCREEN)
  const environment = profile ? environmentText[profile.environment].name : ''
  const name = profile?.name ?? frameText.product
  // Without an account, the name is already the name of the environment.
  const second = profile && profile.name !== environment ? environment : frameText.product

  const items: MenuItem[] = (accounts ?? []).map((account) => ({
    id: account.id,
    label: account.name,
    detail: account.environment === 'demo' ? text.demoWhere : environmentText[account.environment].name,
    icon: <span className={`environment-mark environment-mark--${account.environment}`} aria-hidden="true" />,
    checked: account.id === profile?.id,
    run: () => {
      if (account.id !== profile?.id) void activateAccount(client, account)
    },
  }))
  // The second PC of the demonstration has no other account.
  if (!profile?.isSecondPc)
    items.push(
      { id: 'add', label: text.addOther, icon: <Icon of={Plus} />, divided: true, run: () => addAccount() },
      {
        id: 'manage',
        label: text.manage,
        icon: <Icon of={Settings} />,
        run: () => openSettings('accounts'),
      },
    )
  return (
    <>
      <button
        ref={button}
        type="button"
        className="side__account"
        aria-label={text.switcher(name, second)}
        aria-haspopup="menu"
        aria-expanded={open}
        title={name}
        onClick={() => setOpen(true)}
      >
        <Logo />
        <span className="side__names">
          <b className="clip">{name}</b>
          <span>{second}</span>
        </span>
        <Icon of={ChevronsUpDown} className="side__more" />
      </button>
      {open && <Menu label={text.menu} items={items} anchor={button} onClose={() => setOpen(false)} />}
    </>
  )
}

/**
 * Connection state, as shape and words. It also shows the source of changes, and how old the data on screen may be.
 */
function ConnectionFoot() {
  const { shape, words, lane = '', detail } = useConnectionWords()
  const rest = lane && `, ${lane}`
  return (
    <div className="side__foot" title={`${words}${rest}`}>
      <div className="side__state">
        <span className={`dot dot--${shape}`} aria-hidden="true" />
        <span>
          {words}
          {rest && <span className="side__lane">{rest}</span>}
        </span>
      </div>
      <span>{detail}</span>
    </div>
  )
}

interface ConnectionWords {
  shape: 'ok' | 'idle' | 'down'
  words: string
  /** Words that say whether changes come through the relay, while the service answers. Empty without a relay. */
  lane?: string
  detail: string
}

function useConnectionWords(): ConnectionWords {
  const { link } = useLink()
  const connection = useSlice('connection')
  const profile = useSlice('profile')
  const relay = useSlice('relay')
  const lane = relay ? laneOf(relay) : ''
  const now = useNow(15_000)
  if (link === 'closed') return { shape: 'down', words: connectionText.closed, detail: '' }
  if (link === 'lost') return { shape: 'down', words: connectionText.lost, detail: '' }
  if (!connection) return { shape: 'idle', words: connectionText.connecting, detail: '' }

  const { state, lastContactAt, silentSince } = connection
  const service = profile?.environment === 'demo' ? connectionText.demoService : ''
  const known = lastContactAt === undefined ? service : connectionText.dataFrom(moment(lastContactAt, now))
  if (state === 'idle')
    return {
      shape: 'idle',
      words: lastContactAt === undefined ? connectionText.idle : connectionText.ready,
      detail: known,
    }
  if (state === 'online' && silentSince !== undefined)
    return {
      shape: 'idle',
      words: connectionText.silent,
      detail: connectionText.silentFor(relativeAge(silentSince, now)),
    }
  if (state === 'online') {
    // The demonstration's service runs on this PC, so its name says more than the time of the last contact.
    const age = lastContactAt === undefined ? '' : connectionText.lastContact(relativeAge(lastContactAt, now))
    return { shape: 'ok', words: connectionText.online, lane, detail: service || age }
  }
  return { shape: 'down', words: connectionText[state], detail: known }
}
