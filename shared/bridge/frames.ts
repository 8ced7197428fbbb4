import * as z from 'zod'

/** Frames of a message transport (the web host's WebSocket). One JSON value per message. */
export const callFrame = z.object({ id: z.number().int(), command: z.string(), args: z.unknown() })
export type CallFrame = z.infer<typeof callFrame>

/** `result` is a `Result`. The window checks its value with the command's schema only in development and tests. */
export type AnswerFrame = { id: number; result: unknown }
export type TopicFrame = { topic: string; payload: unknown }
/**
 * First frame of the host on every socket, and again when the host restarts. A page that reconnects waits for the id
 * of its first connection before it sends anything: another program may listen at the address by then.
 */
export interface HostFrame {
  /** Random id of this run, known only to its own pages. */
  host: string
  /**
   * The host restarts. `token` enters the next process. `key` reads the next process's address, at `MOVED_PATH` of
   * the present one.
   */
  moving?: { token: string; key: string }
}
export type ServerFrame = AnswerFrame | TopicFrame | HostFrame

/** Maximum bytes of a window's message. Commands carry no files, so a larger message is a mistake or an attack. */
export const MAX_FRAME_BYTES = 256 * 1024

/** Paths of the web host's bridge, shared by its two ends. */
export const BRIDGE_PATH = '/bridge'
export const TRANSFER_PATH = '/transfer/'
export const ENTER_PATH = '/enter'
export const MOVED_PATH = '/moved'
/** Time in which a restarted host has to appear. */
export const MOVE_PATIENCE_MS = 3 * 60_000
/**
 * Page of the quick-lookup panel in both hosts, and its endpoint of the web host's bridge, which has the panel's
 * rights.
 */
export const PANEL_PATH = '/consulta-rapida'
export const PANEL_BRIDGE_PATH = '/bridge/panel'
/**
 * Header with the arguments of an inbound transfer, as JSON. The body is the file. Browsers and proxies log
 * addresses, so a passphrase must not be in one.
 */
export const TRANSFER_ARGS_HEADER = 'x-ventanilla-args'

/** Path and commands of the notification worker, which has no socket and often no window. */
export const WORKER_PATH = '/notice-worker-call'
export const WORKER_COMMANDS = ['notifications.done', 'diagnosis.page-error'] as const
