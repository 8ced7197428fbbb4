import type { CompleteReport } from '#shared/bridge/complete-report.ts'
import { frameText } from '#shared/text/app.ts'
import { useClient } from '../../replica/client.ts'
import { copyAnswer } from './copy-answer.ts'
import { PlatePart } from './plate-part.tsx'
import { CompleteRail } from './plate-parts.tsx'
import { RecentRail } from './recent-rail.tsx'
import { useIsAside } from './understand-typed.ts'
import { useLookupView } from './use-lookup-view.ts'

/** Side of a plate with a complete report: the report's own, and recent plates. */
export function PlateRail({ vrm, report }: { vrm: string; report: CompleteReport }) {
  const answer = useLookupView(vrm)?.answer
  const { bridge } = useClient()
  const aside = useIsAside(vrm)
  return (
    <aside className="complete-rail" aria-label={frameText.regions.rail} data-region="rail" tabIndex={-1}>
      <div className="complete-rail complete-rail__plate" inert={aside}>
        <PlatePart vrm={vrm}>
          <CompleteRail
            report={report}
            message={answer ?? ''}
            onCopy={() => void copyAnswer(bridge, vrm, answer ?? '')}
          />
        </PlatePart>
      </div>
      <RecentRail inside />
    </aside>
  )
}
