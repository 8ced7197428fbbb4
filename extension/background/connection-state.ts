import type { HostError, HostState } from '#shared/host-protocol/messages.ts'

/** Three words that the extension and the application show while the approval is pending. */
export type Words = readonly [string, string, string]

/** Connection to the application, as the extension knows it. */
export type Connection =
  /** No page needs the connection, or none has needed it yet. */
  | { kind: 'closed' }
  | { kind: 'connecting' }
  /** The browser does not find the native host, or does not let this extension use it. */
  | { kind: 'not-installed'; why: 'missing' | 'forbidden' }
  | { kind: 'not-running'; start: 'no' | 'running' | 'failed' }
  /** The native host is installed, but gives no usable answer. */
  | { kind: 'not-answering' }
  /** `update` names the end with the older version. */
  | { kind: 'wrong-version'; update: 'extension' | 'application' }
  /** `refused`: the user was asked for approval, and the application no longer waits for an answer. */
  | { kind: 'not-approved'; words: Words | null; refused: boolean; demo: boolean }
  | { kind: 'locked'; demo: boolean }
  | { kind: 'approved'; demo: boolean; online: boolean | null; unread: number | null }

export type ConnectionEvent =
  | { type: 'opened' }
  /** The port to the native host ended. */
  | { type: 'dropped'; why: 'missing' | 'forbidden' | 'ended' }
  /** The last page of the extension was closed while the port was not open. */
  | { type: 'closed' }
  | { type: 'told'; state: HostState }
  | { type: 'hello-failed'; error: Pick<HostError, 'code' | 'update'> | null }
  /** A request other than `hello` failed. */
  | { type: 'request-failed'; error: Pick<HostError, 'code' | 'update'> }
  /** The native host reports whether the application is running. */
  | { type: 'application'; connected: boolean }
  | { type: 'start'; state: 'running' | 'failed' }

export const CLOSED: Connection = { kind: 'closed' }

/** Pure function that returns the connection after an event. */
export function nextConnection(before: Connection, event: ConnectionEvent): Connection {
  switch (event.type) {
    case 'opened':
      // During another attempt the screen still shows the last problem.
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

/** @returns null for errors that do not concern the connection */
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

/** Error code of a request that cannot be sent over this connection; `null` if it can be sent. */
export function refusalOf({
  kind,
}: Connection):
  'not-installed' | 'not-running' | 'not-answering' | 'wrong-version' | 'not-approved' | 'locked' | null {
  return kind === 'approved' || kind === 'closed' || kind === 'connecting' ? null : kind
}
