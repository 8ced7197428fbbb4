import { addWorkingDays } from './calendar.ts'

/**
 * Requests to clients: each document, signature or answer that the office asked for, until it arrives. A request is a set
 * of acts that only grows. Its state follows from the acts alone, so all PCs come to the same state in any order.
 */

/** `incident`: what an incident of the procedure needs. `other`: anything that the user typed. */
export const REQUEST_SUBJECTS = ['document', 'signature', 'incident', 'other'] as const

/** `message`: a copied text, which the user sends by any way. `counter`: said in person. */
export const REQUEST_CHANNELS = ['message', 'email', 'whatsapp', 'phone', 'counter'] as const
export type RequestChannel = (typeof REQUEST_CHANNELS)[number]

/**
 * `ask`, `reopen`: the request is open. `remind`: the client was reminded. `change`: other dates or another channel.
 * `arrive`: it came. `close`: nobody waits for it any more. `undo`: the act `of` does not count.
 */
export const ACT_KINDS = ['ask', 'remind', 'change', 'arrive', 'close', 'reopen', 'undo'] as const
export type ActKind = (typeof ACT_KINDS)[number]

/** Act on a request. It never changes. */
export interface RequestAct {
  kind: ActKind
  /** Time of the act, later than the acts that its PC knew. */
  at: number
  /** Who acted; absent if the program did, or the name is unknown. */
  person?: string | undefined
  /** Day on which the client was asked or reminded. */
  day?: string | undefined
  channel?: RequestChannel | undefined
  /** Day by which it should arrive. */
  due?: string | undefined
  /** Day of the next reminder. */
  next?: string | undefined
  /** Of `ask` and `reopen`: documents of this kind that the file had already. */
  known?: number | undefined
  /** Act that an `undo` cancels, or opening that an `arrive` or a `close` of the program ends. */
  of?: string | undefined
}

/** Acts by their ids, which are the same on every PC. */
export type RequestActs = Readonly<Record<string, RequestAct>>

export interface RequestState {
  state: 'open' | 'arrived' | 'closed'
  /** Day on which the client was first asked. */
  asked: string
  /** Last channel. */
  channel: RequestChannel
  due: string
  /** Day of the next reminder. */
  next: string
  reminders: number
  /** Day of the last reminder. */
  reminded: string | null
  /** Time at which it arrived or was closed; `null` while open. */
  endedAt: number | null
  /** Id of the act that opened it last, and the documents that the file had then. */
  opening: string
  known: number
}

/** Working days until a request is due, and between reminders. */
const DUE_DAYS = 5
const REMIND_DAYS = 3

/** Days of a new request. */
export const defaultDays = (today: string): { due: string; next: string } => {
  const due = addWorkingDays(today, DUE_DAYS)
  return { due, next: due }
}

/** Day of the reminder after one that is made today. */
export const nextReminder = (today: string): string => addWorkingDays(today, REMIND_DAYS)

type Entry = readonly [id: string, act: RequestAct]

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Acts that count, in the order in which they were made. All PCs have the same order. */
export function listActs(acts: RequestActs): Entry[] {
  const undone = new Set(Object.values(acts).flatMap(({ kind, of }) => (kind === 'undo' ? [of] : [])))
  return Object.entries(acts)
    .filter(([id, { kind }]) => kind !== 'undo' && !undone.has(id))
    .toSorted(([a, one], [b, other]) => one.at - other.at || compareTexts(a, b))
}

/** State of a request. `null` if asking was undone. */
export function computeRequest(acts: RequestActs): RequestState | null {
  const entries = listActs(acts)
  const asks = entries.filter(([, { kind }]) => kind === 'ask')
  const [first] = asks
  if (!first) return null
  const asked = asks.map(([, { day }]) => day ?? '').toSorted(compareTexts)[0] ?? ''
  const request: RequestState = {
    state: 'open',
    asked,
    channel: 'message',
    due: asked,
    next: asked,
    reminders: 0,
    reminded: null,
    endedAt: null,
    opening: first[0],
    known: 0,
  }
  // What the program found is about one opening. It does not end a later one.
  const [opening = ''] = entries.findLast(([, { kind }]) => kind === 'ask' || kind === 'reopen') ?? []
  for (const [id, act] of entries) {
    const { kind, at, day, channel, due, next, known, of } = act
    request.channel = channel ?? request.channel
    request.due = due ?? request.due
    request.next = next ?? request.next
    if (kind === 'remind') {
      request.reminders += 1
      request.reminded = day ?? request.reminded
    }
    if (kind === 'ask' || kind === 'reopen') {
      request.opening = id
      request.known = known ?? 0
    }
    if (kind === 'reopen') Object.assign(request, { state: 'open', endedAt: null })
    const ends = (kind === 'arrive' || kind === 'close') && (of === undefined || of === opening)
    if (ends && request.state === 'open')
      Object.assign(request, { state: kind === 'arrive' ? 'arrived' : 'closed', endedAt: at })
  }
  return request
}

/**
 * Merges the acts of two PCs. Two PCs may find the same arrival, at different times: both keep the earlier one. The
 * function is associative, commutative and idempotent.
 */
export function mergeActs(one: RequestActs, other: RequestActs): RequestActs {
  const merged: Record<string, RequestAct> = { ...one }
  for (const [id, act] of Object.entries(other)) {
    const here = Object.hasOwn(merged, id) ? merged[id] : undefined
    merged[id] = here === undefined || isEarlier(act, here) ? act : here
  }
  return merged
}

const isEarlier = (act: RequestAct, than: RequestAct): boolean =>
  act.at === than.at ? JSON.stringify(toSorted(act)) < JSON.stringify(toSorted(than)) : act.at < than.at
const toSorted = (act: RequestAct) => Object.entries(act).toSorted(([a], [b]) => compareTexts(a, b))

/** Time of a new act: later than every act that this PC knows, also if a colleague's clock is ahead. */
export const timeOfAct = (acts: RequestActs, now: number): number =>
  Math.max(now, ...Object.values(acts).map(({ at }) => at + 1))

/** Ids of the acts by which the program ends an opening. They are the same on every PC. */
export const arrivalId = (opening: string): string => `arrive:${opening}`
export const endId = (opening: string): string => `end:${opening}`

/** True if the client is to be reminded on this day. */
export const isToRemind = ({ state, next }: RequestState, today: string): boolean =>
  state === 'open' && next <= today
