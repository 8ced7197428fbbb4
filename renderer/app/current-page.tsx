import { type ComponentType, useMemo } from 'react'
import type { Route } from '#shared/bridge/route.ts'
import { routeSection } from '#shared/bridge/routes.ts'
import { ErrorBoundary } from '../design/error-boundary.tsx'
import { type Later, later, useLoadSoon } from '../design/later.tsx'
import { useLink, useSlice } from '../replica/use-replica.ts'
import { useAccountChanges } from './account-change.ts'
import { useRoute } from './route.ts'
import { DETAILS, pageKey, VIEWS } from './routes.ts'
import { FIRST_PAGE as FirstPage, KeychainPage, LostPage, StorePage } from './frame-features.ts'
import { BrokenPage, Page } from './page.tsx'
import { Unplug } from 'lucide-react'
import { closedText, frameText } from '#shared/text/app.ts'
import { Calm } from '../design/layout.tsx'

type AnyPage = ComponentType<{ route: Route }>
/** Pages by view. `VIEWS` and `DETAILS` guarantee that each page takes the routes of its view. */
const PAGES: Readonly<Partial<Record<Route['view'], Later<{ route: Route }>>>> = Object.fromEntries(
  Object.entries({ ...VIEWS, ...DETAILS }).flatMap(([view, { page }]) =>
    page ? [[view, later(page as () => Promise<AnyPage>)]] : [],
  ),
)
const SOON = [KeychainPage, LostPage, StorePage, ...Object.values(PAGES)]

/** Page of the route. It remounts when the account changes, so that no state of another account remains. */
export function CurrentPage() {
  const changes = useAccountChanges()
  const route = useRoute()
  const { link } = useLink()
  // A page whose chunk could not load while the host was away is loaded again when the link changes.
  const attempt = useMemo(() => ({ route, link }), [route, link])
  useLoadSoon(SOON)
  // Ajustes belongs to the PC: it does not remount when the account changes.
  return (
    <ErrorBoundary resetKey={attempt} fallback={<BrokenPage />}>
      <PageOfRoute key={route.view === 'settings' ? 'settings' : changes} />
    </ErrorBoundary>
  )
}

function PageOfRoute() {
  const route = useRoute()
  const section = routeSection(route)
  const { link } = useLink()
  const store = useSlice('store')
  const keychain = useSlice('keychain')
  const environment = useSlice('profile')?.environment
  if (link === 'closed') return <ClosedPage />
  // Ajustes belongs to the PC; every other section needs the stored data.
  if (section !== 'settings') {
    // The demonstration stores no real data and needs no keychain.
    if (keychain && environment !== 'demo' && keychain.state !== 'ready' && store?.state !== 'open') {
      return <KeychainPage keychain={keychain} view={section} />
    }
    if (store?.lost) return <LostPage store={store} lost={store.lost} view={section} />
    if (store && store.state !== 'open') return <StorePage store={store} view={section} />
  }

  if (route.view === 'lookup') return <FirstPage route={route} />
  const Shown = PAGES[route.view]
  return Shown && <Shown key={pageKey(route)} route={route} />
}

/** This window's session has ended and cannot recover by itself. */
function ClosedPage() {
  return (
    <Page title={frameText.product}>
      <Calm icon={Unplug} title={closedText.title} role="alert">
        <p>{closedText.advice}</p>
      </Calm>
    </Page>
  )
}
