import { type ReactNode, useEffect } from 'react'
import { environmentText, frameText } from '#shared/text/app.ts'
import { useClient } from '../../replica/client.ts'
import { useSlice } from '../../replica/use-replica.ts'
import { DESTINATIONS } from '../../ui-state/routes.ts'
import { openSection } from '../../ui-state/route-memory.ts'
import { openHelp } from '../../ui-state/help.ts'
import { openPanel } from '../../ui-state/panels.ts'
import { mayHaveStrip, rememberStrip } from '../../ui-state/strip-memory.ts'
import { useShortcuts } from '../../shortcuts/use-shortcuts.ts'
import { nearestTopic } from '../help/nearest-topic.ts'
import { lockNow } from '../lock/lock-now.ts'
import { TrainingPlace } from '../training/training-place.tsx'
import { Banners } from './banners.tsx'
import { Navigation } from './navigation.tsx'
import { moveToRegion } from './regions.ts'
import './frame.css'

/** Frame of every page: environment strip, navigation and global keys. */
export function Frame({ children }: { children: ReactNode }) {
  const client = useClient()
  useShortcuts({
    palette: () => openPanel('palette'),
    sheet: () => openPanel('shortcuts'),
    help: () => openHelp(nearestTopic(document.activeElement, document)),
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
        {/* Outside the pages: mounted once, so that navigating does not announce them again. */}
        <Banners />
        {children}
      </main>
      <TrainingPlace />
    </div>
  )
}

function skipToMain(event: React.MouseEvent) {
  // Following the fragment would change the address, which holds the section only.
  event.preventDefault()
  document.getElementById('main')?.focus()
}

/** Marks a non-production environment. Production has no strip: colour warns, and it cannot be hidden. */
function EnvironmentStrip() {
  const profile = useSlice('profile')
  const environment = profile?.environment
  useEffect(() => {
    if (environment) rememberStrip(environment !== 'production')
  }, [environment])
  if (!profile) return mayHaveStrip() ? <div className="environment" aria-hidden="true" /> : null
  if (profile.environment === 'production') return null
  const text = environmentText[profile.environment]
  return (
    <header className={`environment environment--${profile.environment}`}>
      <p role="note">
        <b>{text.strip}</b> {text.meaning}
      </p>
    </header>
  )
}
