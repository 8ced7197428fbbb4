import { useEffect } from 'react'
import { Announcer } from './features/frame/announcer.tsx'
import { useAppearance } from './features/frame/appearance.ts'
import { Frame } from './features/frame/frame.tsx'
import { Panels } from './features/frame/panels.tsx'
import { Toasts } from './features/frame/toasts.tsx'
import { CurrentPage } from './features/frame/current-page.tsx'
import { type Client, ClientContext } from './replica/client.ts'
import { openRoute } from './ui-state/route.ts'
import './design/base.css'

/** The whole window. Everything it needs of the outside comes in `client`. */
export function App({ client }: { client: Client }) {
  // A notification, a second start of Ventanilla or a link may ask to go somewhere.
  useEffect(() => client.bridge.on('route', ({ route }) => openRoute(route)), [client])
  return (
    <ClientContext value={client}>
      <Appearance />
      <Frame>
        <CurrentPage />
      </Frame>
      <Panels />
      <Toasts />
      <Announcer />
    </ClientContext>
  )
}

function Appearance() {
  useAppearance()
  return null
}
