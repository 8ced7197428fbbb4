import type { RelaySlice } from '#shared/bridge/relay.ts'

/** Content of a sealed presence message. docs/relay/protocol.md describes its form. */
export interface PresenceContent {
  /** Name of the person, or of the PC. Empty if neither is known. */
  person: string
  /** Ids of the procedures on screen. */
  procedures: string[]
  /** Time by the relay's clock. */
  at: number
}

/** Time for which a message counts, in milliseconds. */
export const PRESENCE_MS = 15_000
/** Time until a PC with a procedure on screen repeats its message, in milliseconds. */
export const REPEAT_MS = 8_000
/** Minimum time between two messages, in milliseconds. A held key opens many pages a second. */
export const LEAST_MS = 1_000
/** Maximum bytes of a content, so that it fits when sealed. */
const MAX_BYTES = 1_400

/** Writes a content. Procedures that do not fit are left out. */
export function writeContent({ person, procedures, at }: PresenceContent): string {
  const text = JSON.stringify({ person, procedures, at } satisfies PresenceContent)
  return Buffer.byteLength(text) <= MAX_BYTES || procedures.length === 0
    ? text
    : writeContent({ person, procedures: procedures.slice(0, -1), at })
}

/** Last message of another PC. */
interface Viewer extends PresenceContent {
  /** Monotonic time at which the message ends. */
  until: number
}
/** Last messages by PC, in the order in which the PCs were first heard. */
export type Viewers = ReadonlyMap<string, Viewer>

/**
 * Adds a message of another PC. A message that is too old, or not later than the last one of its PC, changes nothing:
 * the relay may have repeated it.
 */
export function addMessage(
  viewers: Viewers,
  deviceId: string,
  content: PresenceContent,
  { relayTime, elapsed }: { relayTime: number; elapsed: number },
): Viewers {
  const age = relayTime - content.at
  const before = viewers.get(deviceId)
  if (Math.abs(age) >= PRESENCE_MS || (before !== undefined && content.at <= before.at)) return viewers
  // An ended message is remembered until a repetition of it is too old, also if its sender's clock is ahead.
  const next = new Map([...viewers].filter(([, { until }]) => elapsed < until + PRESENCE_MS))
  return next.set(deviceId, { ...content, until: elapsed + Math.min(PRESENCE_MS, PRESENCE_MS - age) })
}

/** People by procedure. A person at two PCs counts once. */
export function listViewers(viewers: Viewers, elapsed: number): RelaySlice['viewers'] {
  const peopleOf = new Map<string, string[]>()
  for (const { person, procedures, until } of viewers.values()) {
    if (elapsed >= until) continue
    for (const procedureId of new Set(procedures)) {
      const people = peopleOf.get(procedureId) ?? []
      if (person === '' || !people.includes(person)) people.push(person)
      peopleOf.set(procedureId, people)
    }
  }
  return [...peopleOf].map(([procedureId, people]) => ({ procedureId, people }))
}

/** Monotonic time at which the next message ends; `Infinity` for none. */
export const findNextEnd = (viewers: Viewers, elapsed: number): number =>
  Math.min(Infinity, ...[...viewers.values()].map(({ until }) => until).filter((until) => until > elapsed))

/** Procedures of the last message of this PC, and its monotonic time. */
export interface LastPost {
  procedures: readonly string[]
  at: number
}
export const noPost: LastPost = { procedures: [], at: -Infinity }

/** Milliseconds until this PC's next message is due; `Infinity` if nothing is on screen and the others know it. */
export function computePostDelay(shown: readonly string[], last: LastPost, elapsed: number): number {
  const isChanged = shown.join('\n') !== last.procedures.join('\n')
  if (!isChanged && shown.length === 0) return Infinity
  return Math.max(0, last.at + (isChanged ? LEAST_MS : REPEAT_MS) - elapsed)
}
