import { lazy, Suspense } from 'react'
import { useLink, useSlice } from '../../replica/use-replica.ts'
import { useAccountChanges } from '../../ui-state/account-change.ts'
import { sectionOf, useRoute } from '../../ui-state/route.ts'
import { ComingPage } from '../coming/coming-page.tsx'
import { LookupPage } from '../lookup/lookup-page.tsx'
import { KeychainPage } from '../keychain/keychain-page.tsx'
import { ClosedPage } from './closed-page.tsx'
import { StorePage } from './store-page.tsx'

const HistoryPage = lazy(() =>
  import('../history/history-page.tsx').then((module) => ({ default: module.HistoryPage })),
)
const SettingsPage = lazy(() =>
  import('../settings/settings-page.tsx').then((module) => ({ default: module.SettingsPage })),
)

/** The page of the route, made again when the account changes: nothing of another account may stay in it. */
export function CurrentPage() {
  const changes = useAccountChanges()
  const { view } = useRoute()
  // Ajustes is of the PC, and whoever changes account in it goes on there.
  return <PageOfRoute key={view === 'settings' ? 'settings' : changes} />
}

function PageOfRoute() {
  const route = useRoute()
  const section = sectionOf(route)
  const { link } = useLink()
  const store = useSlice('store')
  const keychain = useSlice('keychain')
  const environment = useSlice('profile')?.environment
  if (link === 'closed') return <ClosedPage />
  const needsStore = route.view === 'lookup' || route.view === 'lookup-history'
  if (needsStore) {
    // The demonstration keeps nothing of anybody's and needs no keychain.
    if (keychain && environment !== 'demo' && keychain.state !== 'ready' && store?.state !== 'open') {
      return <KeychainPage keychain={keychain} view={route.view} />
    }
    if (store && store.state !== 'open') return <StorePage store={store} view={route.view} />
  }

  if (route.view === 'lookup') return <LookupPage route={route} />
  return (
    <Suspense fallback={null}>
      {route.view === 'lookup-history' && <HistoryPage route={route} />}
      {route.view === 'settings' && <SettingsPage />}
      {(section === 'procedures' || section === 'signatures' || section === 'news') && (
        <ComingPage view={section} />
      )}
    </Suspense>
  )
}
