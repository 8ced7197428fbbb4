import { runInWorker, TaskFailed } from '../document-tools/feature.ts'
import { type ListFile, type ListFileProblem, MAX_FILE, UnreadableList } from './list-file.ts'

/** Answer of the worker to a file. */
export type ReadOrProblem = ListFile | ListFileProblem

const start = () => new Worker(new URL('./list-file-worker.ts', import.meta.url), { type: 'module' })

/**
 * Reads the text and the sheets of a file of any format, in a worker of its own. An aborted signal terminates the
 * worker.
 * @throws {UnreadableList} with the problem; never another error
 */
export async function readListFile(
  file: File,
  signal: AbortSignal,
  onProgress: (done: number) => void = () => {},
): Promise<ListFile> {
  if (file.size > MAX_FILE) throw new UnreadableList('too-large')
  const read = await readInWorker(file, signal, onProgress)
  if (typeof read === 'string') throw new UnreadableList(read)
  return read
}

async function readInWorker(
  file: File,
  signal: AbortSignal,
  onProgress: (done: number) => void,
): Promise<ReadOrProblem> {
  try {
    return await runInWorker<ReadOrProblem>(start, file, { signal, bytes: file.size, onProgress })
  } catch (error) {
    if (signal.aborted) return 'cancelled'
    // `slow`: the worker took too long for the size of the file. Otherwise the worker ended for lack of memory.
    return error instanceof TaskFailed && error.why === 'slow' ? 'too-large' : 'damaged'
  }
}
