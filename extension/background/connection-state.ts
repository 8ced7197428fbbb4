import type { HostError, HostState } from '#shared/host-protocol/messages.ts'

/** Three words that both screens show while the approval is waited for. */
export type Words = readonly [string, string, string]

/** Connection to the application, as the extension knows it. */
export type Connection =
  /** No page has needed it yet. */
  | { kind: 'closed' }
  | { kind: 'connecting' }
  /** The browser does not find the native host, or does not let this extension use it. */
  | { kind: 'not-installed'; why: 'missing' | 'forbidden' }
  | { kind: 'not-running'; start: 'no' | 'running' | 'failed' }
  /** It is there, and gives no usable answer. */
  | { kind: 'not-answering' }
  /** `update`: the older end. */
  | { kind: 'wrong-version'; update: 'extension' | 'application' }
  /** `refused`: it was asked, and is no longer waited for. */
  | { kind: 'not-approved'; words: Words | null; refused: boolean; demo: boolean }
  | { kind: 'locked'; demo: boolean }
  | { kind: 'approved'; demo: boolean; online: boolean | null; unread: number | null }

export type ConnectionEvent =
  | { type: 'opened' }
  /** The port to the native host ended. */
  | { type: 'dropped'; why: 'missing' | 'forbidden' | 'ended' }
  /** Closed by the extension: none of its pages is open. */
  | { type: 'closed' }
  | { type: 'told'; state: HostState }
  | { type: 'hello-failed'; error: Pick<HostError, 'code' | 'update'> | null }
  /** An answer of any other request. */
  | { type: 'request-failed'; error: Pick<HostError, 'code' | 'update'> }
  /** What the native host says of the application. */
  | { type: 'application'; connected: boolean }
  | { type: 'start'; state: 'running' | 'failed' }

export const CLOSED: Connection = { kind: 'closed' }

/** The connection after an event. Pure. */
export function nextConnection(before: Connection, event: ConnectionEvent): Connection {
  switch (event.type) {
    case 'opened':
      // While it is tried again, the screen keeps saying what is wrong.
      return before.kind === 'not-installed' || before.kind === 'not-answering'
        ? before
        : { kind: 'connecting' }
    case 'closed':
      return CLOSED
    case 'dropped':
      return event.why === 'ended' ? { kind: 'not-answering' } : { kind: 'not-installed', why: event.why }
    case 'told':
      return told(before, event.state)
    case 'hello-failed':
      return (event.error && byError(before, event.error)) ?? { kind: 'not-answering' }
    case 'request-failed':
      if (event.error.code === 'not-answering') return { kind: 'not-answering' }
      return byError(before, event.error) ?? before
    case 'application':
      if (event.connected) return { kind: 'connecting' }
      return before.kind === 'not-running' ? before : { kind: 'not-running', start: 'no' }
    case 'start':
      return before.kind === 'not-running' ? { kind: 'not-running', start: event.state } : before
  }
}

function told(before: Connection, { approved, locked, words, demo, online, unread }: HostState): Connection {
  if (!approved) {
    const wasAsked = before.kind === 'not-approved' && (before.words !== null || before.refused)
    return { kind: 'not-approved', words, refused: words === null && wasAsked, demo }
  }
  if (locked) return { kind: 'locked', demo }
  return { kind: 'approved', demo, online, unread }
}

/** @returns null for errors that say nothing of the connection */
function byError(
  before: Connection,
  { code, update }: Pick<HostError, 'code' | 'update'>,
): Connection | null {
  const demo = 'demo' in before && before.demo
  switch (code) {
    case 'not-running':
      return before.kind === 'not-running' ? before : { kind: 'not-running', start: 'no' }
    case 'wrong-version':
      return { kind: 'wrong-version', update: update ?? 'extension' }
    case 'not-approved':
      return before.kind === 'not-approved'
        ? before
        : { kind: 'not-approved', words: null, refused: false, demo }
    case 'locked':
      return { kind: 'locked', demo }
    default:
      return null
  }
}

/** Code of a request that is not sent because of the connection, or `null` where it may be. */
export function refusalOf({
  kind,
}: Connection):
  'not-installed' | 'not-running' | 'not-answering' | 'wrong-version' | 'not-approved' | 'locked' | null {
  return kind === 'approved' || kind === 'closed' || kind === 'connecting' ? null : kind
}
