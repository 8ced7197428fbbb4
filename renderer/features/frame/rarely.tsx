import { brokenText } from '#shared/text/app.ts'
import { ErrorBoundary } from '../../design/error-boundary.tsx'
import { later, useLoadSoon } from '../../design/later.tsx'
import { useSlice } from '../../replica/use-replica.ts'
import { showToast } from '../../ui-state/toasts.ts'

/** What the first screen does without: each loads once that is up. A chunk that was not read is tried again. */

const Approvals = later(async () => (await import('../extension/approvals.tsx')).Approvals)
const WaitingBanners = later(async () => (await import('./waiting-banners.tsx')).WaitingBanners)

/** One of them says that these files are gone. */
const SOON = [WaitingBanners]

/** Dialog of a browser that asks for an approval. It follows what is typed, and so loads before one asks. */
export function RareDialogs() {
  const waiting = useSlice('extension')?.waiting.length ?? 0
  const tell = () => waiting > 0 && showToast(brokenText.panel, 'failed')
  return (
    <ErrorBoundary resetKey={waiting} onError={tell}>
      <Approvals />
    </ErrorBoundary>
  )
}

/**
 * Banners of whom or what waits: a PC, a browser, a gap in the events, a copy that is due, a version that is ready, an
 * administrator.
 */
export function RareBanners() {
  useLoadSoon(SOON)
  const waiting = useSlice('extension')?.waiting.length ?? 0
  const relay = useSlice('relay')
  const isDue = useSlice('backup')?.due ?? false
  const updates = useSlice('updates')
  const isUpdate =
    updates != null && (updates.undone !== null || ['ready', 'waiting', 'restarting'].includes(updates.phase))
  const isManaged = (useSlice('managed')?.sources.length ?? 0) > 0
  const isOfRelay = relay?.invitation?.state === 'claimed' || relay?.gap != null
  const isNeeded = waiting > 0 || isUpdate || isManaged || isOfRelay || isDue
  return <ErrorBoundary resetKey={`${waiting} ${isNeeded}`}>{isNeeded && <WaitingBanners />}</ErrorBoundary>
}
