import * as z from 'zod'

/** Frames of a message transport (the web host's WebSocket). One JSON value per message. */
export const callFrame = z.object({ id: z.number().int(), command: z.string(), args: z.unknown() })
export type CallFrame = z.infer<typeof callFrame>

/** `result` is a `Result`; the window checks its value with the command's schema only in development and tests. */
export type AnswerFrame = { id: number; result: unknown }
export type TopicFrame = { topic: string; payload: unknown }
/**
 * First frame of the host on every socket, and again when it restarts. A page that reconnects sends nothing before the
 * frame has the id of its first connection: another program may listen at the address by then.
 */
export interface HostFrame {
  /** Random id of this run, known to its own pages alone. */
  host: string
  /**
   * The host restarts. `token` enters the next process; `key` reads the address that the next process gives at
   * `MOVED_PATH` of the present one.
   */
  moving?: { token: string; key: string }
}
export type ServerFrame = AnswerFrame | TopicFrame | HostFrame

/** Limit of a window's message: no command carries files, so a larger one is a mistake or an attack. */
export const MAX_FRAME_BYTES = 256 * 1024

/** Paths of the web host's bridge, shared by its two ends. */
export const BRIDGE_PATH = '/bridge'
export const TRANSFER_PATH = '/transfer/'
export const ENTER_PATH = '/enter'
export const MOVED_PATH = '/moved'
/** Time in which a restarted host is expected. */
export const MOVE_PATIENCE_MS = 3 * 60_000
/** Page of the quick-lookup panel, in both hosts, and its own end of the web host's bridge, with its rights. */
export const PANEL_PATH = '/consulta-rapida'
export const PANEL_BRIDGE_PATH = '/bridge/panel'
/**
 * Arguments of an inbound transfer, as JSON made safe for a header: its body is the file, and an address,
 * which browsers and proxies log, must not hold a passphrase.
 */
export const TRANSFER_ARGS_HEADER = 'x-ventanilla-args'

/** Commands that the notification worker may call, and their path: it has no socket, and often no window. */
export const WORKER_PATH = '/notice-worker-call'
export const WORKER_COMMANDS = ['notifications.done', 'diagnosis.page-error'] as const
