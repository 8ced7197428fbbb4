import type { Result } from './result.ts'

/**
 * IPC between the desktop window and the core. The preload knows only these channels. The file has only constants and
 * types, because the preload and the window's bundle include it, and the validator stays out of both.
 */
export const CHANNELS = {
  /** A command: one JSON text of at most `MAX_FRAME_BYTES`, answered with a `Result`. */
  call: 'ventanilla:call',
  /** The window listens from now on: topics and its initial route. */
  listen: 'ventanilla:listen',
  /** A topic and its payload, from the core. */
  topic: 'ventanilla:topic',
  /** Starts a transfer: one JSON text and the message port of its bytes. */
  transfer: 'ventanilla:transfer',
} as const

/** Global name of the bridge in the page: `window.ventanilla`. */
export const SHELL_KEY = 'ventanilla'

/** Maximum bytes of a piece of a file in one message. */
export const CHUNK_BYTES = 64 * 1024
/** Maximum unacknowledged pieces in flight, which limits the memory of a slow receiver. */
export const CREDIT_CHUNKS = 8

/** Messages of the window on a transfer's port. A closed port cancels too. */
export type ToCore =
  | { type: 'chunk'; bytes: Uint8Array }
  | { type: 'end' }
  /** Grants more pieces. */
  | { type: 'credit'; chunks: number }
  | { type: 'cancel' }

/** Messages of the core on a transfer's port. `result` is always the last. */
export type ToWindow =
  | { type: 'file'; filename: string; contentType: string }
  | { type: 'chunk'; bytes: Uint8Array }
  | { type: 'credit'; chunks: number }
  | { type: 'result'; result: Result<unknown> }

export interface TransferPort {
  send(message: ToCore): void
  close(): void
}

/** `window.ventanilla` in the desktop window: the whole API of the main process for a page. */
export interface ShellApi {
  call(command: string, args: unknown): Promise<unknown>
  onTopic(listener: (topic: string, payload: unknown) => void): () => void
  transfer(name: string, args: unknown, listener: (message: ToWindow) => void): TransferPort
}
