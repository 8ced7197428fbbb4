import type { CompleteReport } from '#shared/bridge/complete-report.ts'
import type { Audit } from '../audit/audit.ts'
import type { Clock } from '../../runtime/clock.ts'

/** Records that a complete report was displayed: it contains its owner. */
export type NoteRead = (report: Pick<CompleteReport, 'reportId' | 'vrm'>) => Promise<void>

/** A screen queries again with every change: within this time it is one reading and one row. */
const READING_MS = 15 * 60_000

export function createReportReads({ audit, clock }: { audit: Audit; clock: Clock }): NoteRead {
  const read = new Map<string, number>()
  return async ({ reportId, vrm }) => {
    const now = clock.now()
    if (Math.abs(now - (read.get(reportId) ?? -Infinity)) < READING_MS) return
    await audit.note({ what: 'report.read', kind: 'complete', identifier: vrm, result: 'ok' })
    for (const [id, at] of read) if (Math.abs(now - at) >= READING_MS) read.delete(id)
    read.set(reportId, now)
  }
}
