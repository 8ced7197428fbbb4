import { createHash } from 'node:crypto'
import { eventSchema } from '#shared/api/events.ts'
import { cleanAnswer } from '#shared/api/reading.ts'
import type { Change, ResourceKind } from '#shared/bridge/inbox.ts'
import type { SourceEvent } from './source-event.rules.ts'
import { serverTime, shownTime } from './moments.rules.ts'

/** An event of the service, parsed as far as its name and id. */
export interface ResourceEvent {
  kind: ResourceKind
  id: string
  sourceEvent: SourceEvent
}

const FAMILIES: readonly [string, ResourceKind][] = [
  ['procedure.', 'procedure'],
  ['signature.', 'signature'],
  ['report.', 'report'],
  ['energy_saving_certificate.', 'certificate'],
]
/** Fields that distinguish changes and hold no link. */
const DETAILS = [
  'type',
  'procedureType',
  'documentId',
  'documentType',
  'incidentId',
  'incidentType',
  'level',
] as const

/**
 * Parses a webhook event of any name; `null` without a name and an id. Two deliveries of one event are one:
 * the same name, resource, time, state and thing.
 */
export function resourceEventOf(raw: unknown, now: number): ResourceEvent | null {
  const parsed = eventSchema.safeParse(cleanAnswer(raw))
  if (!parsed.success || parsed.data.data.id === '') return null
  const { event, data } = parsed.data
  const { id, status, timestamp } = data
  const detail: Change['detail'] = {}
  for (const name of DETAILS) {
    const value = data[name]
    if (typeof value === 'string' && value !== '') detail[name] = value
  }
  const serverAt = serverTime(timestamp, now)
  return {
    kind: FAMILIES.find(([prefix]) => event.startsWith(prefix))?.[1] ?? 'other',
    id,
    sourceEvent: {
      event,
      ...(status !== undefined && { status }),
      detail,
      at: shownTime(serverAt, now),
      seenAt: now,
      source: 'relay',
      serverAt,
      key: createHash('sha256')
        .update(JSON.stringify([event, id, timestamp, status, detail]))
        .digest('base64url'),
    },
  }
}
