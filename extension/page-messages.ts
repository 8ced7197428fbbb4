import type { HostCommand, HostPayload } from '#shared/host-protocol/messages.ts'
import type { HostErrorCode } from '#shared/host-protocol/protocol.ts'
import type { Connection } from './background/connection-state.ts'

/**
 * Messages between the background and the extension's own pages. Each page has a port. Only the background connects
 * to the native host: pages send their requests through it and receive its topics.
 */

/** Name of the port of each page. */
export const PAGES = ['popup', 'panel', 'options'] as const
export type PageName = (typeof PAGES)[number]

/** Commands of the host, and commands that the background handles itself. */
export type PageCommand =
  | HostCommand
  /** Starts the application. */
  | 'host.start'
  /** Tries to connect now, without waiting for the next attempt. */
  | 'connection.retry'

export interface PageRequest {
  /** Id of the request, unique in its page. A repeated request has the same id. */
  id: number
  command: PageCommand
  args: unknown
}

/**
 * Reason why a request failed: an error of the other end, `dropped` or `timeout`. `dropped`: the connection ended,
 * and nobody knows whether the request arrived.
 */
export interface RequestError {
  code: HostErrorCode | 'not-installed' | 'dropped' | 'timeout'
  retryAfterMs?: number | undefined
  /** End to update, with `wrong-version`. */
  update?: 'extension' | 'application' | undefined
}
export type RequestResult<T = unknown> = { ok: true; value: T } | { ok: false; error: RequestError }
export type PageAnswer = { id: number } & RequestResult

export interface ConnectionView {
  connection: Connection
  /** Number of times that the application was reached. After a new session, earlier answers may be obsolete. */
  session: number
}

export type PagePush =
  | { topic: 'connection'; payload: ConnectionView }
  | { topic: 'verdicts'; payload: HostPayload<'verdicts'> }
  | { topic: 'batch'; payload: HostPayload<'batch'> }
export type PageTopic = PagePush['topic']
export type PagePayload<T extends PageTopic> = Extract<PagePush, { topic: T }>['payload']
