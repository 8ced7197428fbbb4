/**
 * Decodes the encodings of Spanish office programs: UTF-8, UTF-16 with a mark, else Windows-1252.
 * @returns `null` for content that is not text (a PDF, a photo, a spreadsheet)
 */
export function decodeText(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  const head = Buffer.from(bytes.subarray(0, 5)).toString('latin1')
  if (bytes.includes(0) || head === '%PDF-') return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Whole text of a stream, or `null` for content that is not text. */
export async function readText(body: AsyncIterable<Uint8Array>): Promise<string | null> {
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk)
  return decodeText(Buffer.concat(chunks))
}
