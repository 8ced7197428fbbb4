import type { Subject } from '#shared/bridge/news.ts'
import type { EventArrival } from './event-arrival.ts'

interface Finished {
  reportId: string
  vrm: string
  outcome: string
  checkedAt: number
}

/** A report that finished, as a change: what the service will tell of it, seen first by us. */
export function reportHappening(
  type: 'reduced' | 'complete',
  { reportId, vrm, outcome, checkedAt }: Finished,
): [EventArrival, Subject] {
  const ended = outcome === 'error'
  const event: EventArrival = {
    kind: 'report',
    id: reportId,
    arrival: {
      event: ended ? 'report.status_changed' : 'report.completed',
      status: ended ? 'error' : 'completed',
      detail: { type, outcome },
      at: checkedAt,
      seenAt: checkedAt,
      source: 'poll',
      serverAt: null,
      key: null,
    },
  }
  return [event, { vrm }]
}
