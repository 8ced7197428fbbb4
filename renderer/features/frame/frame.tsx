import type { ReactNode } from 'react'
import { environmentText, frameText } from '#shared/text/app.ts'
import { useClient } from '../../replica/client.ts'
import { useSlice } from '../../replica/use-replica.ts'
import { DESTINATIONS } from '../../ui-state/routes.ts'
import { openSection } from '../../ui-state/route-memory.ts'
import { openPanel } from '../../ui-state/panels.ts'
import { useShortcuts } from '../../shortcuts/use-shortcuts.ts'
import { lockNow } from '../lock/lock-now.ts'
import { Banners } from './banners.tsx'
import { Navigation } from './navigation.tsx'
import { moveToRegion } from './regions.ts'
import './frame.css'

/** What is around every page: environment strip, navigation and the keys that work anywhere. */
export function Frame({ children }: { children: ReactNode }) {
  const client = useClient()
  useShortcuts({
    palette: () => openPanel('palette'),
    sheet: () => openPanel('shortcuts'),
    'regions.next': () => moveToRegion(1),
    'regions.previous': () => moveToRegion(-1),
    lock: () => void lockNow(client),
    sections: ({ key }) => {
      const view = DESTINATIONS[Number(key) - 1]
      if (view) openSection(view)
    },
  })
  return (
    <div className="frame">
      <a className="skip-link" href="#main" onClick={skipToMain}>
        {frameText.skip}
      </a>
      <EnvironmentStrip />
      <Navigation />
      <main className="work" id="main" data-region="main" tabIndex={-1}>
        {/* Of no page: made once, so that going from one to another does not say them again. */}
        <Banners />
        {children}
      </main>
    </div>
  )
}

function skipToMain(event: React.MouseEvent) {
  // Following the fragment would change the address, which says the section and nothing else.
  event.preventDefault()
  document.getElementById('main')?.focus()
}

/** Says that this is not real. Production has no strip: colour warns, and it cannot be hidden. */
function EnvironmentStrip() {
  const profile = useSlice('profile')
  if (!profile || profile.environment === 'production') return null
  const text = environmentText[profile.environment]
  return (
    <header className={`environment environment--${profile.environment}`}>
      <p role="note">
        <b>{text.strip}</b> {text.meaning}
      </p>
    </header>
  )
}
