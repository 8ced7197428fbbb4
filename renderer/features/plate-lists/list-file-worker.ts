import type { WorkerAnswer } from '../document-tools/worker-task.ts'
import { parseListFile, problemOf } from './parse-list-file.ts'
import type { ReadOrProblem } from './read-list-file.ts'

addEventListener('message', ({ data }: MessageEvent<File>) => {
  void parseListFile(data)
    .catch(problemOf)
    .then((value) => postMessage({ ok: true, value } satisfies WorkerAnswer<ReadOrProblem>))
})
