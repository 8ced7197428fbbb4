import { Announcer } from './features/frame/announcer.tsx'
import { useAppearance } from './features/frame/appearance.ts'
import { Frame } from './features/frame/frame.tsx'
import { Panels } from './features/frame/panels.tsx'
import { Toasts } from './features/frame/toasts.tsx'
import { CurrentPage } from './features/frame/current-page.tsx'
import { type Client, ClientContext } from './replica/client.ts'
import './design/base.css'

/** The whole window. Everything it needs of the outside comes in `client`. */
export function App({ client }: { client: Client }) {
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
