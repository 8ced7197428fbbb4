import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import { extractPlates } from '#shared/domain/plates/extract.ts'

/** More than a morning's list; what is beyond is said, not silently dropped. */
const MOST_PLATES = 200

/** The plates written in a text, CSV or message file, in order and each once. */
export async function platesInFile(
  body: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<Result<{ plates: { vrm: string; repaired: boolean }[]; more: boolean }>> {
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk)
  if (signal.aborted) return fail(appError('cancelled'))
  const text = decodeText(Buffer.concat(chunks))
  if (text === null) return fail(appError('file-unreadable'))
  const found = extractPlates(text)
  return ok({
    plates: found.slice(0, MOST_PLATES).map(({ plate, padded }) => ({ vrm: plate.vrm, repaired: padded })),
    more: found.length > MOST_PLATES,
  })
}

/**
 * Text in the encodings that Spanish office programs write: UTF-8, UTF-16 with a mark, else Windows-1252.
 * @returns `null` for what is not text (a PDF, a photo, a spreadsheet)
 */
function decodeText(bytes: Buffer): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  if (bytes.includes(0) || bytes.subarray(0, 5).toString('latin1') === '%PDF-') return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
