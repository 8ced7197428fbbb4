import type { Recognition } from '#shared/domain/procedures/recognise-document.ts'

/** A paper that has not been sent, to be worked on. */
export interface ToolSource {
  id: string
  name: string
  /** Its bytes; `null` if they cannot be read any more. */
  read: (signal: AbortSignal) => Promise<Blob | null>
}

/** A document made of it, and what it seems to be; without a guess, it stays what the original was. */
export interface MadeDocument {
  file: File
  guess?: Recognition
}
