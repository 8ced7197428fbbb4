import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CompleteReport } from '#shared/bridge/complete-report.ts'
import { frameText, brokenText } from '#shared/text/app.ts'
import { verdictText } from '#shared/text/verdict.ts'
import { useClient } from '../../replica/client.ts'
import { useQuery } from '../../replica/use-replica.ts'
import { useLoadSoon } from '../../design/later.tsx'
import { ErrorBoundary } from '../../design/error-boundary.tsx'
import { Icon } from '../../design/icon.tsx'
import { Notice } from '../../design/layout.tsx'
import type { Bridge } from '../../bridge.ts'
import { showToast } from '../../app/toasts.ts'
import { CompleteRail } from '../complete/feature.ts'
import { RecentRail } from './recent-rail.tsx'
import { useIsAside } from './lookup-actions.ts'
import { useLookupView } from './use-lookup-view.ts'

/** Maximum number of lookups of the plate. The history shows the rest. */
const MAX_LOOKUPS = 12
const PARTS = [CompleteRail]

/** Side column of a plate with a complete report: the parts of the report, then recent plates. */
export function PlateRail({ vrm, report }: { vrm: string; report: CompleteReport }) {
  const view = useLookupView(vrm)
  const answer = view?.answer ?? ''
  const lookups = useQuery('lookup.history', { query: '', vrm, limit: MAX_LOOKUPS })
  const canShow = useLoadSoon(PARTS, 0)
  // Whole, so that no part moves the recent plates.
  const isWhole = canShow && view !== undefined && (lookups.data ?? lookups.error) !== undefined
  const { bridge } = useClient()
  const aside = useIsAside(vrm)
  return (
    <aside className="complete-rail" aria-label={frameText.regions.rail} data-region="rail" tabIndex={-1}>
      {isWhole && (
        <>
          <div className="complete-rail complete-rail__plate" inert={aside}>
            <PlatePart vrm={vrm}>
              <CompleteRail
                report={report}
                lookups={lookups.data?.rows ?? []}
                message={answer}
                onCopy={() => void copyAnswer(bridge, vrm, answer)}
              />
            </PlatePart>
          </div>
          <RecentRail inside />
        </>
      )}
    </aside>
  )
}

/**
 * Error boundary for a part that loads on demand. If its chunk fails to load, a notice is shown and the verdict
 * stays.
 */
export function PlatePart({ vrm, children }: { vrm: string; children: ReactNode }) {
  const broken = (
    <Notice role="note" tone="warn" icon={<Icon of={TriangleAlert} />}>
      {brokenText.part}
    </Notice>
  )
  return (
    <ErrorBoundary resetKey={vrm} fallback={broken}>
      {children}
    </ErrorBoundary>
  )
}

/**
 * Copies the answer about a plate to the clipboard, records that the answer was given, and announces success or
 * failure.
 */
export async function copyAnswer(bridge: Bridge, vrm: string, answer: string) {
  try {
    await navigator.clipboard.writeText(answer)
  } catch {
    // The browser may refuse the clipboard. The user can still select the text on screen.
    return showToast(verdictText.notCopied, 'failed')
  }
  showToast(verdictText.copied)
  const noted = await bridge.call('client-messages.copied', { vrm })
  if (!noted.ok) showToast(verdictText.notRecorded, 'failed')
}
