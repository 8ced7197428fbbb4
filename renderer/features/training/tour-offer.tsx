import { ErrorBoundary } from '../../design/error-boundary.tsx'
import { later } from '../../design/later.tsx'
import { useSlice } from '../../replica/use-replica.ts'

const TourBanner = later(async () => (await import('./tour-banner.tsx')).TourBanner)

/** True while the tour is offered: in the demonstration, until the offer is answered. */
export function useOffersTour(): boolean {
  const offered = useSlice('settings')?.tourOffered
  const isDemo = useSlice('profile')?.environment === 'demo'
  const isRunning = useSlice('training') !== null
  return isDemo && offered === false && !isRunning
}

export const TourOffer = () => (
  <ErrorBoundary fallback={null}>
    <TourBanner />
  </ErrorBoundary>
)
