import { type PlateList, platesInTextSteps } from '#shared/domain/plate-list.ts'
import { isStillThere } from '../../design/dropped-files.ts'
import type { WorkerMessage } from '../document-tools/feature.ts'
import { type ListFile, MAX_SHOWN_TEXT } from './list-file.ts'
import { parseListFile, problemOf } from './parse-list-file.ts'
import type { ReadOrProblem } from './read-list-file.ts'

const PROGRESS_EVERY_MS = 100

const answer = (message: WorkerMessage<ReadOrProblem>) => postMessage(message)

/** Finds the plates of a text, and posts its progress. */
function platesOf(text: string): PlateList {
  const steps = platesInTextSteps(text)
  let told = performance.now()
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value
    if (performance.now() - told < PROGRESS_EVERY_MS) continue
    told = performance.now()
    answer({ progress: step.value })
  }
}

async function readFile(file: File): Promise<ListFile> {
  const list = await parseListFile(file)
  if (list.sheets.length > 0 || list.text.length <= MAX_SHOWN_TEXT) return list
  return { ...list, text: '', plates: platesOf(list.text) }
}

addEventListener('message', ({ data }: MessageEvent<File>) => {
  void readFile(data)
    .catch(async (error: unknown) => ((await isStillThere(data)) ? problemOf(error) : 'gone'))
    .then((value) => answer({ ok: true, value }))
})
