import { SEALED } from '#shared/api/relay.ts'
import { EVENT_NAMES } from '#shared/domain/vocabulary.ts'

/** Parts of a body that the relay keeps. */
export type ReadBody =
  | {
      kind: 'event'
      event: string
      id: string
      timestamp: string | null
      canonical: Canonical
      /** JSON of the thin event. None of its fields names a person or a vehicle. */
      body: string
      /** JSON of the rest of `data` without links, for an event that no resource explains. */
      extra: string | null
    }
  | { kind: 'unreadable'; reason: string }

/** String fields of `data` that the thin event keeps. */
const FIELDS = ['path', 'timestamp', 'status', 'type', 'procedureType'] as const
const MAX_NAME = 200
const MAX_FIELD = 500
/** Certificates have no resource to fetch, so their events must carry all data. */
const WITHOUT_RESOURCE = /^energy_saving_certificate\./

const decoder = new TextDecoder('utf-8', { fatal: true })
const KNOWN: ReadonlySet<string> = new Set(EVENT_NAMES)

/** Reads the body of a webhook. Never throws: an invalid body is `unreadable`. */
export function readEvent(bytes: Uint8Array): ReadBody {
  let text: string
  let value: unknown
  try {
    text = decoder.decode(bytes)
    value = JSON.parse(text)
  } catch {
    return { kind: 'unreadable', reason: 'not JSON in UTF-8' }
  }
  if (!isRecord(value) || !isRecord(value['data'])) return { kind: 'unreadable', reason: 'not an event' }
  const { event, data } = { event: value['event'], data: value['data'] }
  const id = data['id']
  if (!isName(event) || !isName(id)) return { kind: 'unreadable', reason: 'without event or data.id' }
  // PCs would treat such an event as sealed, and fail to open it.
  if (event === SEALED) return { kind: 'unreadable', reason: "a name of the relay's own" }
  const canonical = canonicalizeJson(text)
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
    extra: isExplained ? null : JSON.stringify(removeLinks(pickRest(data))),
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isName = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= MAX_NAME

/** The fields of `data` that are not in the thin event. */
const pickRest = (data: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(data).filter(([name]) => name !== 'id' && !FIELDS.some((field) => field === name)),
  )

/** A copy without strings that contain a URL: links of the service open documents without a key. */
function removeLinks(value: unknown): unknown {
  if (typeof value === 'string') return value.includes('://') ? undefined : value
  if (Array.isArray(value)) return value.map(removeLinks).filter((each) => each !== undefined)
  if (!isRecord(value)) return value
  // `fromEntries` defines properties, so a field named `__proto__` is harmless.
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, removeLinks(each)]))
}

/** Matches a string, a bracket, or another value. Enough for a text that is valid JSON. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]]|[^\s{}[\],:"]+/g
/** Bodies of the service are far less deep. */
const MAX_DEPTH = 64

interface Part {
  /** JSON text of the field name; empty in an array. */
  name: string
  value: string
  /** `value` without the `timestamp` of the outermost `data`. */
  timeless: string
}

interface Open {
  /** Name of the field that holds this value. */
  readonly name: string
  readonly isObject: boolean
  readonly parts: Part[]
  /** Field name that was read and whose value comes next. */
  pending: string | null
}

export interface Canonical {
  whole: string
  /** Without `data.timestamp`. Equal to `whole` if the body has no timestamp. */
  withoutTime: string
}

/**
 * Converts a JSON text to one canonical text. Fields are sorted by name, without spaces. Strings are escaped in one
 * way. Numbers stay as written, because a sender may distinguish 1.0 from 1. Duplicate fields keep their order.
 * Returns `null` for a depth over 64.
 * @param text valid JSON
 */
export function canonicalizeJson(text: string): Canonical | null {
  const open: Open[] = []
  let result: Canonical = { whole: '', withoutTime: '' }

  function addValue(value: string, timeless = value): void {
    const parent = open.at(-1)
    if (parent === undefined) result = { whole: value, withoutTime: timeless }
    else if (parent.isObject && parent.pending === null) parent.pending = value
    else {
      parent.parts.push({ name: parent.pending ?? '', value, timeless })
      parent.pending = null
    }
  }

  function closeValue({ name, isObject, parts }: Open): void {
    const value = joinParts(isObject, parts)
    const isData = open.length === 1 && isObject && name === '"data"'
    if (isData)
      addValue(
        value,
        joinParts(
          true,
          parts.filter((part) => part.name !== TIME),
        ),
      )
    else if (open.length === 0)
      addValue(
        value,
        joinParts(
          isObject,
          parts.map((part) => ({ ...part, value: part.timeless })),
        ),
      )
    else addValue(value)
  }

  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') {
      if (open.length >= MAX_DEPTH) return null
      open.push({ name: open.at(-1)?.pending ?? '', isObject: token === '{', parts: [], pending: null })
    } else if (token === '}' || token === ']') {
      const closed = open.pop()
      if (closed !== undefined) closeValue(closed)
    } else addValue(token.startsWith('"') ? JSON.stringify(JSON.parse(token)) : token)
  }
  return result
}

const TIME = '"timestamp"'

function joinParts(isObject: boolean, parts: readonly Part[]): string {
  if (!isObject) return `[${parts.map(({ value }) => value).join(',')}]`
  // The sort is stable: duplicate fields keep their order.
  const sorted = parts.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
  return `{${sorted.map(({ name, value }) => `${name}:${value}`).join(',')}}`
}
