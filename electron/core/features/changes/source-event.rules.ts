import type { Change } from '#shared/bridge/inbox.ts'

/** Event of the plate assigned to a registration. The service sends none: the name is ours. */
export const PLATE_ASSIGNED = 'procedure.plate_assigned'

/** An event from any source, before it has a row of its own. */
export interface SourceEvent extends Change {
  /** Service's own time of it, milliseconds, if plausible. Rows are ordered by it. */
  serverAt: number | null
  /** Identity of a relay event; `null` for our own observation. */
  key: string | null
}

/** Subject of a change, whatever its source: two reports of one thing have the same event class and thing. */
export interface Fact {
  what: string
  /** The state, the document, the incident: `null` if not named. */
  thing: string | null
}

const THINGS: Readonly<Record<string, string>> = {
  'procedure.document.added': 'documentId',
  'energy_saving_certificate.document.added': 'documentId',
  'procedure.incident.added': 'incidentId',
  'procedure.incident.solved': 'incidentId',
  'procedure.incident.removed': 'incidentId',
  [PLATE_ASSIGNED]: 'vrm',
}

/** `report.completed` is a change of state with its own name. */
const isStatusEvent = (event: string) => event.endsWith('.status_changed') || event === 'report.completed'

export function factOf({ event, status, detail }: Pick<Change, 'event' | 'status' | 'detail'>): Fact {
  if (isStatusEvent(event)) return { what: 'status', thing: status ?? null }
  const field = THINGS[event]
  const thing = field === undefined ? undefined : detail[field]
  return { what: event, thing: thing === undefined ? null : String(thing) }
}
