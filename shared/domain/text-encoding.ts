/** Of the browser and of Node alike. */
declare const TextDecoder: new (
  encoding: string,
  options?: { fatal: boolean },
) => { decode: (bytes: Uint8Array) => string }

/** Bytes looked at for UTF-16 without its mark. */
const LOOKED_AT = 1024

/**
 * Decodes the encodings of Spanish office programs: UTF-8, UTF-16, else Windows-1252.
 * @returns `null` for content that is not text (a PDF, a photo, a spreadsheet)
 */
export function decodeText(bytes: Uint8Array): string | null {
  const wide = wideEncoding(bytes)
  if (wide) return new TextDecoder(wide).decode(bytes)
  const head = String.fromCharCode(...bytes.subarray(0, 5))
  if (bytes.includes(0) || head === '%PDF-') return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** UTF-16 by its mark, or by every other byte being zero as in texts of western languages. */
function wideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const head = bytes.subarray(0, LOOKED_AT)
  if (bytes.length < 4 || bytes.length % 2 === 1) return null
  const zeros = [0, 0]
  for (const [index, byte] of head.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  const most = head.length * 0.4
  if (odd > most && even === 0) return 'utf-16le'
  return even > most && odd === 0 ? 'utf-16be' : null
}
