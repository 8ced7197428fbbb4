import { lazy, Suspense } from 'react'
import { useLink, useSlice } from '../../replica/use-replica.ts'
import { useAccountChanges } from '../../ui-state/account-change.ts'
import { sectionOf, useRoute } from '../../ui-state/route.ts'
import { LookupPage } from '../lookup/lookup-page.tsx'
import { KeychainPage } from '../keychain/keychain-page.tsx'
import { ClosedPage } from './closed-page.tsx'

const LostPage = lazy(() => import('./lost-page.tsx').then((module) => ({ default: module.LostPage })))
const StorePage = lazy(() => import('./store-page.tsx').then((module) => ({ default: module.StorePage })))
const HistoryPage = lazy(() =>
  import('../history/history-page.tsx').then((module) => ({ default: module.HistoryPage })),
)
const NewsPage = lazy(() => import('../news/news-page.tsx').then((module) => ({ default: module.NewsPage })))
const DeskPage = lazy(() => import('../desk/desk-page.tsx').then((module) => ({ default: module.DeskPage })))
const SignatureListPage = lazy(() =>
  import('../signing/signature-list-page.tsx').then((module) => ({ default: module.SignatureListPage })),
)
const SigningListPage = lazy(() =>
  import('../signing/signing-list-page.tsx').then((module) => ({ default: module.SigningListPage })),
)
const SigningPage = lazy(() =>
  import('../signing/signing-page.tsx').then((module) => ({ default: module.SigningPage })),
)
const ContactsPage = lazy(() =>
  import('../signing/contacts-page.tsx').then((module) => ({ default: module.ContactsPage })),
)
const ResourcePage = lazy(() =>
  import('../resources/resource-page.tsx').then((module) => ({ default: module.ResourcePage })),
)
const DraftListPage = lazy(() =>
  import('../outbox/draft-list-page.tsx').then((module) => ({ default: module.DraftListPage })),
)
const OutboxPage = lazy(() =>
  import('../outbox/outbox-page.tsx').then((module) => ({ default: module.OutboxPage })),
)
const DraftPage = lazy(() =>
  import('../wizard/draft-page.tsx').then((module) => ({ default: module.DraftPage })),
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
  // Ajustes is of the PC; everything else is of what this PC keeps.
  if (section !== 'settings') {
    // The demonstration keeps nothing of anybody's and needs no keychain.
    if (keychain && environment !== 'demo' && keychain.state !== 'ready' && store?.state !== 'open') {
      return <KeychainPage keychain={keychain} view={section} />
    }
    if (store && (store.lost || store.state !== 'open')) {
      return (
        <Suspense fallback={null}>
          {store.lost ? (
            <LostPage store={store} lost={store.lost} view={section} />
          ) : (
            <StorePage store={store} view={section} />
          )}
        </Suspense>
      )
    }
  }

  if (route.view === 'lookup') return <LookupPage route={route} />
  return (
    <Suspense fallback={null}>
      {route.view === 'lookup-history' && <HistoryPage route={route} />}
      {route.view === 'settings' && <SettingsPage />}
      {route.view === 'procedures' && <DeskPage key={route.list} route={route} />}
      {route.view === 'drafts' && <DraftListPage />}
      {route.view === 'outbox' && <OutboxPage />}
      {route.view === 'draft' && <DraftPage key={route.id} id={route.id} />}
      {route.view === 'signatures' && <SignatureListPage route={route} />}
      {route.view === 'signings' && <SigningListPage />}
      {route.view === 'signing' && <SigningPage key={route.id} id={route.id} />}
      {route.view === 'contacts' && <ContactsPage />}
      {(route.view === 'procedure' || route.view === 'signature') && (
        <ResourcePage key={`${route.view} ${route.id}`} kind={route.view} id={route.id} />
      )}
      {route.view === 'news' && <NewsPage route={route} />}
    </Suspense>
  )
}
