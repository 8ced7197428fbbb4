import type { Result } from './result.ts'

/**
 * What travels between the desktop window and the core. The preload knows these channels and no other. Only
 * constants and types: the preload and the window's bundle carry this file, and the validator stays out of both.
 */
export const CHANNELS = {
  /** A command: one JSON text of at most `MAX_FRAME_BYTES`, answered with a `Result`. */
  call: 'ventanilla:call',
  /** The window listens from now on: topics, and the place it was opened for. */
  listen: 'ventanilla:listen',
  /** A topic and its payload, from the core. */
  topic: 'ventanilla:topic',
  /** Begins a transfer: one JSON text and the message port that its bytes use. */
  transfer: 'ventanilla:transfer',
} as const

/** Where the preload puts the bridge in the page: `window.ventanilla`. */
export const SHELL_KEY = 'ventanilla'

/** The largest piece of a file in one message. */
export const CHUNK_BYTES = 64 * 1024
/** Pieces that may be on their way and not yet taken: what keeps a slow end from drowning. */
export const CREDIT_CHUNKS = 8

/** On a transfer's port, from the window. A closed port cancels too. */
export type ToCore =
  | { type: 'chunk'; bytes: Uint8Array }
  | { type: 'end' }
  /** So many pieces more may come. */
  | { type: 'credit'; chunks: number }
  | { type: 'cancel' }

/** On a transfer's port, from the core. `result` is always the last. */
export type ToWindow =
  | { type: 'file'; filename: string; contentType: string }
  | { type: 'chunk'; bytes: Uint8Array }
  | { type: 'credit'; chunks: number }
  | { type: 'result'; result: Result<unknown> }

export interface TransferPort {
  send(message: ToCore): void
  close(): void
}

/** `window.ventanilla` in the desktop window: all that a page may ask of the process behind it. */
export interface ShellApi {
  call(command: string, args: unknown): Promise<unknown>
  onTopic(listener: (topic: string, payload: unknown) => void): () => void
  transfer(name: string, args: unknown, listener: (message: ToWindow) => void): TransferPort
}
