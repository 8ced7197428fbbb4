import { displayPlate } from '#shared/domain/plates/display.ts'
import { frameText } from '#shared/text/app.ts'
import { clientMessage } from '#shared/text/client-message.ts'
import { useNow, useSlice } from '../../replica/use-replica.ts'
import { CompleteRail } from '../complete/complete-rail.tsx'
import { useComplete } from '../complete/use-complete.ts'
import { copyAnswer } from './copy-answer.ts'
import { RecentRail } from './recent-rail.tsx'

/** At the side of a plate: what goes with its complete report, if it has one, and the last plates. */
export function PlateRail({ vrm }: { vrm: string }) {
  const complete = useComplete(vrm)
  const demo = useSlice('profile')?.environment === 'demo'
  const now = useNow(60_000)
  const report = complete?.latest
  if (!report || report.outcome === 'error') return <RecentRail />
  const message = clientMessage(displayPlate(vrm), report, demo)
  return (
    <aside className="complete-rail" aria-label={frameText.regions.rail} data-region="rail" tabIndex={-1}>
      <CompleteRail
        view={complete}
        report={report}
        message={message}
        now={now}
        onCopy={() => void copyAnswer(message)}
      />
      <RecentRail inside />
    </aside>
  )
}
