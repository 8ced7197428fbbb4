import { useEffect } from 'react'
import { Announcer } from './features/frame/announcer.tsx'
import { useAppearance } from './features/frame/appearance.ts'
import { Frame } from './features/frame/frame.tsx'
import { Panels } from './features/frame/panels.tsx'
import { Toasts } from './features/frame/toasts.tsx'
import { CurrentPage } from './features/frame/current-page.tsx'
import { LockGate } from './features/lock/lock-gate.tsx'
import { type Client, ClientContext } from './replica/client.ts'
import { followAccount } from './ui-state/account-change.ts'
import './design/base.css'

/** The whole window. Everything it needs of the outside comes in `client`. */
export function App({ client }: { client: Client }) {
  return (
    <ClientContext value={client}>
      <Appearance />
      <Account client={client} />
      <LockGate>
        <Frame>
          <CurrentPage />
        </Frame>
        <Panels />
        <Toasts />
        <Announcer />
      </LockGate>
    </ClientContext>
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
