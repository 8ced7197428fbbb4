import { SEALED } from '#shared/api/relay.ts'
import { EVENT_NAMES } from '#shared/domain/vocabulary.ts'
import { type Canonical, canonicalJson } from './canonical.ts'

/** What is kept of a body. */
export type ReadBody =
  | {
      kind: 'event'
      event: string
      id: string
      timestamp: string | null
      canonical: Canonical
      /** JSON of the thin event: none of its fields names a person or a vehicle. */
      body: string
      /** JSON of the rest of its `data` without links, for an event that no resource explains. */
      extra: string | null
    }
  | { kind: 'unreadable'; reason: string }

/** Fields that are stored, of those that are texts. */
const FIELDS = ['path', 'timestamp', 'status', 'type', 'procedureType'] as const
const MAX_NAME = 200
const MAX_FIELD = 500
/** Certificates have no address to be asked for: their events are all that there is. */
const WITHOUT_RESOURCE = /^energy_saving_certificate\./

const decoder = new TextDecoder('utf-8', { fatal: true })
const KNOWN: ReadonlySet<string> = new Set(EVENT_NAMES)

/** Reads the body of a webhook. Never throws: what cannot be read is said to be so. */
export function readEvent(bytes: Uint8Array): ReadBody {
  let text: string
  let value: unknown
  try {
    text = decoder.decode(bytes)
    value = JSON.parse(text)
  } catch {
    return { kind: 'unreadable', reason: 'not JSON in UTF-8' }
  }
  if (!isObject(value) || !isObject(value['data'])) return { kind: 'unreadable', reason: 'not an event' }
  const { event, data } = { event: value['event'], data: value['data'] }
  const id = data['id']
  if (!isName(event) || !isName(id)) return { kind: 'unreadable', reason: 'without event or data.id' }
  // PCs would take it for one that they cannot open.
  if (event === SEALED) return { kind: 'unreadable', reason: "a name of the relay's own" }
  const canonical = canonicalJson(text)
  if (canonical === null) return { kind: 'unreadable', reason: 'nested too deep' }

  const thin: Record<string, string> = { id }
  for (const field of FIELDS) {
    const content = data[field]
    if (typeof content === 'string' && content.length <= MAX_FIELD) thin[field] = content
  }
  const isExplained = KNOWN.has(event) && !WITHOUT_RESOURCE.test(event)
  return {
    kind: 'event',
    event,
    id,
    timestamp: thin['timestamp'] ?? null,
    canonical,
    body: JSON.stringify({ event, data: thin }),
    extra: isExplained ? null : JSON.stringify(withoutLinks(restOf(data))),
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isName = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= MAX_NAME

/** Without the thin fields, whatever they hold here. */
const restOf = (data: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(data).filter(([name]) => name !== 'id' && !FIELDS.some((field) => field === name)),
  )

/** A copy without the texts that hold an address: those of the service open documents without a key. */
function withoutLinks(value: unknown): unknown {
  if (typeof value === 'string') return value.includes('://') ? undefined : value
  if (Array.isArray(value)) return value.map(withoutLinks).filter((each) => each !== undefined)
  if (!isObject(value)) return value
  // Defines its fields, so that one called __proto__ is only a field.
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withoutLinks(each)]))
}
