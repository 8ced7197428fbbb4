import type { Turn } from './photo-shape.ts'
import { runInWorker } from './worker-task.ts'

export type PhotoTask =
  { what: 'turn'; file: Blob; turn: Turn } | { what: 'shrink'; file: Blob; maxBytes: number }

const start = () => new Worker(new URL('./photo-worker.ts', import.meta.url), { type: 'module' })

const run = (task: PhotoTask, signal: AbortSignal) =>
  runInWorker<Blob>(start, task, { signal, bytes: task.file.size })

/** Turns and straightens a photo in a worker. The metadata that a phone adds is dropped. */
export const turnPhoto = (file: Blob, turn: Turn, signal: AbortSignal): Promise<Blob> =>
  run({ what: 'turn', file, turn }, signal)

/**
 * Shrinks a photo in a worker until it fits.
 * @throws {TaskFailed} if letters would become unreadable
 */
export const shrinkPhoto = (file: Blob, maxBytes: number, signal: AbortSignal): Promise<Blob> =>
  run({ what: 'shrink', file, maxBytes }, signal)

/** Name of a photo in another format: `foto.png` becomes `foto.jpg`. */
export const namedAs = (name: string, ending: string): string =>
  `${name.replace(/\.[A-Za-z0-9]{1,5}$/, '')}.${ending}`
