import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import { extractPlates } from '#shared/domain/plates/extract.ts'
import { readText } from '../text-file.ts'

/** More than a morning's list; what is beyond is said, not silently dropped. */
const MOST_PLATES = 200

/** The plates written in a text, CSV or message file, in order and each once. */
export async function platesInFile(
  body: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<Result<{ plates: { vrm: string; repaired: boolean }[]; more: boolean }>> {
  const text = await readText(body)
  if (signal.aborted) return fail(appError('cancelled'))
  if (text === null) return fail(appError('file-unreadable'))
  const found = extractPlates(text)
  return ok({
    plates: found.slice(0, MOST_PLATES).map(({ plate, padded }) => ({ vrm: plate.vrm, repaired: padded })),
    more: found.length > MOST_PLATES,
  })
}
