import type { Change } from '#shared/bridge/inbox.ts'

/** The plate that a registration was given. The service tells no event of it: the name is ours. */
export const PLATE_ASSIGNED = 'procedure.plate_assigned'

/** Something that happened, from wherever it was heard, before it has a row of its own. */
export interface SourceEvent extends Change {
  /** The service's own time of it, milliseconds, when it gave one that can be believed. Rows are ordered by it. */
  serverAt: number | null
  /** What tells one relay event from another; `null` for what we saw ourselves. */
  key: string | null
}

/** What a change is about, whoever tells it: two tellings of one thing have the same event class and thing. */
export interface Fact {
  what: string
  /** The state, the document, the incident: `null` when it was told without. */
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

/** `report.completed` is a change of state with a name of its own. */
const isStatusEvent = (event: string) => event.endsWith('.status_changed') || event === 'report.completed'

export function factOf({ event, status, detail }: Pick<Change, 'event' | 'status' | 'detail'>): Fact {
  if (isStatusEvent(event)) return { what: 'status', thing: status ?? null }
  const field = THINGS[event]
  const thing = field === undefined ? undefined : detail[field]
  return { what: event, thing: thing === undefined ? null : String(thing) }
}

export const isStatus = (change: Pick<Change, 'event' | 'status' | 'detail'>): boolean =>
  factOf(change).what === 'status'
