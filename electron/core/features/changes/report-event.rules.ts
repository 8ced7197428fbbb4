import type { PlateReport, PlateVerdict } from '#shared/bridge/lookup.ts'
import type { Subject } from '#shared/bridge/inbox.ts'
import type { ResourceEvent } from './resource-event.rules.ts'

/**
 * A finished report as a change: the event that the service will send, observed first here. Its outcome is
 * the plate's verdict including this report, so that a notification agrees with the plate's page.
 */
export function reportEvent(
  { reportId, vrm, kind, outcome, failure, checkedAt }: PlateReport,
  verdict: PlateVerdict | null,
): [ResourceEvent, Subject] {
  const ended = outcome === 'error'
  const event: ResourceEvent = {
    kind: 'report',
    id: reportId,
    sourceEvent: {
      event: ended ? 'report.status_changed' : 'report.completed',
      status: ended ? 'error' : 'completed',
      detail: {
        type: kind,
        outcome: verdict?.outcome ?? outcome,
        ...(verdict?.against && { disagrees: true }),
        ...(failure !== undefined && { failure }),
      },
      at: checkedAt,
      seenAt: checkedAt,
      source: 'poll',
      serverAt: null,
      key: null,
    },
  }
  return [event, { vrm }]
}
