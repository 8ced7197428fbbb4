import type { ReactNode } from 'react'
import { frameText } from '#shared/text/app.ts'
import { useClient } from '../replica/client.ts'
import { ErrorBoundary } from '../design/error-boundary.tsx'
import { useLink } from '../replica/use-replica.ts'
import { DESTINATIONS } from './routes.ts'
import { openSection } from './route.ts'
import { openHelp, openPanel } from './panel-state.ts'
import { useShortcuts } from './shortcuts.ts'
import { AttentionLine, FRAME_ACTIONS, FRAME_SIDE as FrameSide } from './frame-features.ts'
import { EnvironmentStrip } from './environment-strip.tsx'
import { Navigation } from './navigation.tsx'
import './frame.css'

/** Frame of every page: environment strip, navigation and global keys. */
export function Frame({ children }: { children: ReactNode }) {
  const client = useClient()
  const { link } = useLink()
  useShortcuts({
    palette: () => openPanel('palette'),
    'quick.toggle': () => openPanel('quick-lookup'),
    sheet: () => openPanel('shortcuts'),
    attention: () => openPanel('attention'),
    help: () => openHelp(FRAME_ACTIONS.findHelpTopic(document.activeElement, document)),
    'regions.next': () => moveToRegion(1),
    'regions.previous': () => moveToRegion(-1),
    lock: () => void FRAME_ACTIONS.lock(client),
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
        {/* The live region is outside the pages: it mounts once, so that navigating repeats no announcement. */}
        <ErrorBoundary resetKey={link}>
          <AttentionLine />
        </ErrorBoundary>
        {children}
      </main>
      <FrameSide />
    </div>
  )
}

function skipToMain(event: React.MouseEvent) {
  // Following the fragment would change the address, which contains only the section.
  event.preventDefault()
  document.getElementById('main')?.focus()
}

/** Last focused element of each region. F6 returns to it. */
const lastFocus = new WeakMap<Element, HTMLElement>()

/** Moves the focus to the next or previous region (F6, Shift+F6), in reading order. */
function moveToRegion(step: 1 | -1) {
  const regions = [...document.querySelectorAll<HTMLElement>('[data-region]')].filter(
    (region) => region.getClientRects().length > 0,
  )
  const focused = document.activeElement
  // Regions nest (the rail is inside the main area). The innermost region that contains the focus is the current one.
  const here = regions.findLastIndex((region) => region.contains(focused))
  const from = regions[here]
  if (from && focused instanceof HTMLElement && focused !== from) lastFocus.set(from, focused)
  // Without a current region, Shift+F6 goes to the last region.
  const next = regions.at(here < 0 && step < 0 ? -1 : (here + step) % regions.length)
  if (!next) return
  const kept = lastFocus.get(next)
  const first = next.querySelector<HTMLElement>('[aria-current="page"], [data-region-start]')
  const target = kept?.isConnected && next.contains(kept) ? kept : (first ?? next)
  target.focus()
}
