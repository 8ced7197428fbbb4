import type { HostCommand, HostPayload } from '#shared/host-protocol/messages.ts'
import type { HostErrorCode } from '#shared/host-protocol/protocol.ts'
import type { Connection } from './background/connection-state.ts'

/**
 * Messages between the background and the extension's own pages, over a port of each page. The background has the one
 * connection to the native host; a page asks through it and is told of changes.
 */

/** Name of the port of each page. */
export const PAGES = ['popup', 'panel', 'options'] as const
export type PageName = (typeof PAGES)[number]

/** Commands of the host, and what the background does itself. */
export type PageCommand =
  | HostCommand
  /** Starts the application. */
  | 'host.start'
  /** Looks for the application now, without waiting for the next attempt. */
  | 'connection.retry'

export interface PageRequest {
  /** Of this port, never reused. */
  id: number
  command: PageCommand
  args: unknown
}

/**
 * Why a request has no answer: errors of the other end, and `dropped` (the connection ended, so that it is not known
 * whether it arrived) and `timeout`.
 */
export interface RequestError {
  code: HostErrorCode | 'not-installed' | 'dropped' | 'timeout'
  retryAfterMs?: number | undefined
  /** With `wrong-version`. */
  update?: 'extension' | 'application' | undefined
}
export type RequestResult<T = unknown> = { ok: true; value: T } | { ok: false; error: RequestError }
export type PageAnswer = { id: number } & RequestResult

export interface ConnectionView {
  connection: Connection
  /** Grows each time that the application is reached again: what it told before may have changed. */
  session: number
}

export type PagePush =
  | { topic: 'connection'; payload: ConnectionView }
  | { topic: 'verdicts'; payload: HostPayload<'verdicts'> }
  | { topic: 'batch'; payload: HostPayload<'batch'> }
export type PageTopic = PagePush['topic']
export type PagePayload<T extends PageTopic> = Extract<PagePush, { topic: T }>['payload']
