import { ErrorBoundary } from '../../design/error-boundary.tsx'
import { later, useLoadSoon } from '../../design/later.tsx'
import { useLink, useSlice } from '../../replica/use-replica.ts'
import { useAccountChanges } from '../../ui-state/account-change.ts'
import { sectionOf, useRoute } from '../../ui-state/route.ts'
import { LookupPage } from '../lookup/lookup-page.tsx'
import { KeychainPage } from '../keychain/keychain-page.tsx'
import { BrokenPage } from './broken-page.tsx'
import { ClosedPage } from './closed-page.tsx'

const LostPage = later(async () => (await import('./lost-page.tsx')).LostPage)
const StorePage = later(async () => (await import('./store-page.tsx')).StorePage)
const HistoryPage = later(async () => (await import('../history/history-page.tsx')).HistoryPage)
const InboxPage = later(async () => (await import('../inbox/inbox-page.tsx')).InboxPage)
const CasesPage = later(async () => (await import('../cases/cases-page.tsx')).CasesPage)
const SignatureListPage = later(
  async () => (await import('../signature-requests/signature-list-page.tsx')).SignatureListPage,
)
const SignatureRequestListPage = later(
  async () =>
    (await import('../signature-requests/signature-request-list-page.tsx')).SignatureRequestListPage,
)
const SignatureRequestPage = later(
  async () => (await import('../signature-requests/signature-request-page.tsx')).SignatureRequestPage,
)
const ContactsPage = later(async () => (await import('../signature-requests/contacts-page.tsx')).ContactsPage)
const ResourcePage = later(async () => (await import('../resources/resource-page.tsx')).ResourcePage)
const DraftListPage = later(async () => (await import('../outbox/draft-list-page.tsx')).DraftListPage)
const OutboxPage = later(async () => (await import('../outbox/outbox-page.tsx')).OutboxPage)
const DraftPage = later(async () => (await import('../wizard/draft-page.tsx')).DraftPage)
const SettingsPage = later(async () => (await import('../settings/settings-page.tsx')).SettingsPage)

const PAGES = [
  LostPage,
  StorePage,
  HistoryPage,
  InboxPage,
  CasesPage,
  SignatureListPage,
  SignatureRequestListPage,
  SignatureRequestPage,
  ContactsPage,
  ResourcePage,
  DraftListPage,
  OutboxPage,
  DraftPage,
  SettingsPage,
]

/** The page of the route, made again when the account changes: nothing of another account may stay in it. */
export function CurrentPage() {
  const changes = useAccountChanges()
  const route = useRoute()
  useLoadSoon(PAGES)
  // Ajustes is of the PC: changing account in it leaves it as it is.
  return (
    <ErrorBoundary resetKey={route} fallback={<BrokenPage />}>
      <PageOfRoute key={route.view === 'settings' ? 'settings' : changes} />
    </ErrorBoundary>
  )
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
    if (store?.lost) return <LostPage store={store} lost={store.lost} view={section} />
    if (store && store.state !== 'open') return <StorePage store={store} view={section} />
  }

  if (route.view === 'lookup') return <LookupPage route={route} />
  return (
    <>
      {route.view === 'lookup-history' && <HistoryPage route={route} />}
      {route.view === 'settings' && <SettingsPage />}
      {route.view === 'procedures' && <CasesPage key={route.list} route={route} />}
      {route.view === 'drafts' && <DraftListPage />}
      {route.view === 'outbox' && <OutboxPage />}
      {route.view === 'draft' && <DraftPage key={route.id} id={route.id} />}
      {route.view === 'signatures' && <SignatureListPage route={route} />}
      {route.view === 'signature-requests' && <SignatureRequestListPage />}
      {route.view === 'signature-request' && <SignatureRequestPage key={route.id} id={route.id} />}
      {route.view === 'contacts' && <ContactsPage />}
      {(route.view === 'procedure' || route.view === 'signature') && (
        <ResourcePage key={`${route.view} ${route.id}`} kind={route.view} id={route.id} />
      )}
      {route.view === 'inbox' && <InboxPage route={route} />}
    </>
  )
}
