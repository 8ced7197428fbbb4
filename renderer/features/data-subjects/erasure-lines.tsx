import type { ErasurePc } from '#shared/bridge/audit.ts'
import { erasureText as text } from '#shared/text/audit.ts'
import { Sign } from '../../design/sign.tsx'
import { useNow, useQuery } from '../../replica/use-replica.ts'
import { FailedNotice } from '../../app/task-notice.tsx'
import '../../app/setting-sections.css'

/** Erasures of a person, each with the PCs of the office that have applied it. */
export function ErasureLines({ taxId }: { taxId: string }) {
  const now = useNow(60_000)
  const { data, error } = useQuery('data-subjects.erasures', { taxId })
  if (error && !data) return <FailedNotice error={error} />
  const rows = data?.rows ?? []
  if (rows.length === 0) return null
  return (
    <div role="status">
      <ul className="erasures">
        {rows.map(({ seq, at, pcs }) => (
          <li key={seq}>
            <Sign kind={pcs.every(isApplied) ? 'ok' : 'warn'} />
            <span>{text.line(at, pcs, now)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

const isApplied = ({ state }: ErasurePc): boolean => state === 'applied'

/** State of each PC for one erasure, as rows of a list of facts. */
export function ErasureFacts({ seq }: { seq: number }) {
  const now = useNow(60_000)
  const pcs = useQuery('data-subjects.erasures', { seq }).data?.rows[0]?.pcs ?? []
  return pcs.map((pc) => (
    <div key={pc.id} className="erasure-pc">
      <dt>{text.name(pc)}</dt>
      <dd>
        <Sign kind={isApplied(pc) ? 'ok' : 'warn'} />
        <span>{text.state(pc, now)}</span>
      </dd>
    </div>
  ))
}
