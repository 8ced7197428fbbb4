import { lazy, Suspense } from 'react'
import { useLink, useSlice } from '../../replica/use-replica.ts'
import { useRoute } from '../../ui-state/route.ts'
import { ComingPage } from '../coming/coming-page.tsx'
import { LookupPage } from '../lookup/lookup-page.tsx'
import { ClosedPage } from './closed-page.tsx'
import { StorePage } from './store-page.tsx'

const HistoryPage = lazy(() =>
  import('../history/history-page.tsx').then((module) => ({ default: module.HistoryPage })),
)
const SettingsPage = lazy(() =>
  import('../settings/settings-page.tsx').then((module) => ({ default: module.SettingsPage })),
)

/** The page of the route, unless the window or the data cannot serve it. */
export function CurrentPage() {
  const route = useRoute()
  const { link } = useLink()
  const store = useSlice('store')
  if (link === 'closed') return <ClosedPage />
  const needsStore = route.view === 'lookup' || route.view === 'lookup-history'
  if (needsStore && store && store.state !== 'open') return <StorePage store={store} view={route.view} />

  if (route.view === 'lookup') return <LookupPage route={route} />
  return (
    <Suspense fallback={null}>
      {route.view === 'lookup-history' && <HistoryPage route={route} />}
      {route.view === 'settings' && <SettingsPage />}
      {(route.view === 'procedures' || route.view === 'signatures' || route.view === 'news') && (
        <ComingPage view={route.view} />
      )}
    </Suspense>
  )
}
