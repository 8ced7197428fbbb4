import { useEffect } from 'react'
import { Announcer } from './app/announcer.tsx'
import { BrokenPage } from './app/page.tsx'
import { useAppearance } from './app/appearance.ts'
import { Frame } from './app/frame.tsx'
import { ApprovalPanel, Panels } from './app/panels.tsx'
import { Toasts } from './app/toast-area.tsx'
import { CurrentPage } from './app/current-page.tsx'
import { LockGate } from './features/lock/feature.ts'
import { type Client, ClientContext } from './replica/client.ts'
import { followAccount } from './app/account-change.ts'
import { ErrorBoundary } from './design/error-boundary.tsx'
import './design/base.css'

/** Root of the window. All its dependencies are in `client`. */
export function App({ client }: { client: Client }) {
  return (
    <ClientContext value={client}>
      <Appearance />
      <Account client={client} />
      <ErrorBoundary fallback={<BrokenWindow />}>
        <LockGate>
          <Frame>
            <CurrentPage />
          </Frame>
          <Panels />
          <ApprovalPanel />
          <Toasts />
          <Announcer />
        </LockGate>
      </ErrorBoundary>
    </ClientContext>
  )
}

function BrokenWindow() {
  return (
    <main className="work work--alone">
      <BrokenPage />
    </main>
  )
}

function Appearance() {
  useAppearance()
  return null
}

function Account({ client }: { client: Client }) {
  useEffect(() => followAccount(client), [client])
  return null
}
