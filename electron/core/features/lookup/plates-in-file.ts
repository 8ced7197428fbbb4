import { setImmediate as nextTurn } from 'node:timers/promises'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import { plateListSteps } from '#shared/domain/plates/list.ts'
import { readText } from '../../runtime/text-file.ts'

/** More than a morning's list; the excess is reported, not silently dropped. */
const MAX_PLATES = 200

/**
 * Plates in a text, CSV or message file, in order and each once. The file is read in steps: between two of them the core
 * answers whatever else is asked of it.
 */
export async function platesInFile(
  body: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<Result<{ plates: { vrm: string; repaired: boolean }[]; unread: string[]; more: boolean }>> {
  const text = await readText(body)
  if (signal.aborted) return fail(appError('cancelled'))
  if (text === null) return fail(appError('file-unreadable'))
  const steps = plateListSteps(text, MAX_PLATES)
  let step = steps.next()
  while (!step.done) {
    await nextTurn()
    if (signal.aborted) return fail(appError('cancelled'))
    step = steps.next()
  }
  const { plates, unread } = step.value
  return ok({
    plates: plates.slice(0, MAX_PLATES).map(({ plate, repaired }) => ({ vrm: plate.vrm, repaired })),
    unread: unread.slice(0, MAX_PLATES),
    more: plates.length > MAX_PLATES || unread.length > MAX_PLATES,
  })
}
