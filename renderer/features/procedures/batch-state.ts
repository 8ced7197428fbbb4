import type { TransferProgress } from '../../bridge.ts'
import type { IntakeProblem } from '../documents/intake.ts'
import type { FileGuess } from '../documents/read-document.ts'
import type { AttachmentFor, GoalItem } from './attachment-goals.ts'
import type { BatchChange } from './batch-change.ts'

/** A document to attach, before it is sent. Its `id` will be that of its attachment. */
export interface BatchItem extends GoalItem {
  id: string
  file: File
  reading?: FileGuess['reading']
  /** `checking`: what it is is not known yet; `failed`: it was not taken, or cannot be (`problem`). */
  state: 'checking' | 'ready' | 'sending' | 'failed'
  problem?: IntakeProblem
}

export interface BatchState {
  /** Purpose it was opened for; `undefined` while closed. */
  opened: AttachmentFor | undefined
  items: readonly BatchItem[]
  /** Names of files that were already in it. */
  repeated: readonly string[]
  folders: readonly string[]
  /** Titles of incidents that had a document and no longer wait for one. */
  over: readonly string[]
  /** Last use of a tool, which can be undone. */
  change: BatchChange | null
  sending: { n: number; of: number; name: string; progress: TransferProgress } | null
}

export const CLOSED: BatchState = {
  opened: undefined,
  items: [],
  repeated: [],
  folders: [],
  over: [],
  change: null,
  sending: null,
}
