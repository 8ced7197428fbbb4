/** Available in browsers and in Node. */
declare const TextDecoder: new (
  encoding: string,
  options?: { fatal: boolean },
) => { encoding: string; decode: (bytes: Uint8Array) => string }
declare const atob: (base64: string) => string

/** Bytes examined to tell text from other content, and to detect UTF-16 without a byte order mark. */
const LOOKED_AT = 4096
/** Maximum share of control characters in a text. */
const MAX_CONTROLS = 0.02
/** Minimum share of byte pairs whose high byte is zero, in UTF-16 of western languages. */
const MIN_ZEROS = 0.7
/** Minimum number of valid multi-byte characters for each bad byte, in slightly damaged UTF-8. */
const GOOD_FOR_BAD = 4

/** Characters 0x80 to 0xFF of MS-DOS in western Europe, which browsers do not decode. */
const CP850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0'
/** Letters of Spain's languages outside ASCII. */
const LETTERS = 'áéíóúñüçàèòïÁÉÍÓÚÑÜÇÀÈÒÏ·'

/**
 * Decodes the encodings of Spanish office programs: UTF-8, UTF-16 with or without a byte order mark, and otherwise
 * Windows-1252, MacRoman or CP850, whichever gives more Spanish letters. NUL padding is removed.
 * @returns `null` for content that is no text (a PDF, a photo, a spreadsheet)
 */
export function decodeText(bytes: Uint8Array): string | null {
  const head = String.fromCharCode(...bytes.subarray(0, 5))
  if (wideEncoding(bytes) === null && (head === '%PDF-' || !isText(bytes))) return null
  let text = ''
  let at = 0
  for (const { from, to, encoding } of wideParts(bytes)) {
    const wide = bytes.subarray(from, to - ((to - from) % 2))
    text +=
      decodeNarrow(bytes.subarray(at, from)) + new TextDecoder(encoding).decode(wide).replaceAll('\0', '')
    at = to
  }
  return text + decodeNarrow(bytes.subarray(at))
}

/** Labels in mails that no decoder knows, in lower case and without separators. */
const LABELS: Readonly<Record<string, string>> = {
  latin9: 'iso-8859-15',
  macroman: 'macintosh',
  cp932: 'shift_jis',
  windows31j: 'shift_jis',
  cp936: 'gbk',
  cp949: 'euc-kr',
  uhc: 'euc-kr',
  cp950: 'big5',
}
const SINGLE_BYTE = /^(?:windows|iso-8859|macintosh|ibm|koi)/
const CP850_LABEL = /(?:^|\D)0*(?:437|85[08])(?:\D|$)/

/**
 * Decodes a text by its declared encoding. UTF-8 is recognised under a wrong label. Without a label, with an unknown
 * one, or with that of UTF-8, `decodeText` decides.
 */
export function decodeDeclared(bytes: Uint8Array, label: string): string {
  const written = label.toLowerCase().replace(/^[\s"']+|[\s"';]+$/g, '')
  const compact = written.replace(/[^a-z0-9]/g, '')
  if (compact.includes('utf7') && bytes.every((byte) => byte < 0x80)) return fromUtf7(bytes)
  if (CP850_LABEL.test(written)) return strictUtf8(bytes) ?? fromCp850(bytes)
  const encoding = [written, LABELS[compact] ?? compact].map(knownEncoding).find((known) => known !== null)
  if (encoding === undefined || encoding === 'utf-8' || encoding === 'x-user-defined')
    return decodeText(bytes) ?? new TextDecoder('windows-1252').decode(bytes)
  if (encoding.startsWith('utf-16')) return new TextDecoder(wideEncoding(bytes) ?? encoding).decode(bytes)
  return (SINGLE_BYTE.test(encoding) ? strictUtf8(bytes) : null) ?? new TextDecoder(encoding).decode(bytes)
}

function knownEncoding(label: string): string | null {
  try {
    return new TextDecoder(label).encoding
  } catch {
    return null
  }
}

/** UTF-7 (RFC 2152), which Outlook and Exchange wrote. */
const fromUtf7 = (bytes: Uint8Array): string =>
  new TextDecoder('latin1').decode(bytes).replaceAll(/\+([a-z0-9+/]*)-?/gi, (whole, code: string) => {
    if (code === '') return '+'
    if (code.length % 4 === 1) return whole
    const wide = Uint8Array.from(atob(code), (char) => char.charCodeAt(0))
    return new TextDecoder('utf-16be').decode(wide.subarray(0, wide.length & ~1))
  })

function strictUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

function decodeNarrow(bytes: Uint8Array): string {
  const text = bytes.includes(0) ? bytes.filter((byte) => byte !== 0) : bytes
  return strictUtf8(text) ?? mendedUtf8(text) ?? decodeSingleBytes(text)
}

/** True if few bytes of the beginning are control characters. NUL does not count, because programs pad with it. */
function isText(bytes: Uint8Array): boolean {
  const head = bytes.subarray(0, LOOKED_AT)
  let controls = 0
  for (const byte of head)
    if (byte !== 0 && (byte < 7 || (byte > 13 && byte < 26) || byte === 0x7f)) controls++
  const zeros = head.reduce((count, byte) => count + (byte === 0 ? 1 : 0), 0)
  return controls <= (head.length - zeros) * MAX_CONTROLS && zeros < Math.max(head.length * 0.9, 1)
}

/** Detects UTF-16 by its byte order mark, or by zeros in every other byte. */
function wideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const pairs = Math.floor(Math.min(bytes.length, LOOKED_AT) / 2)
  if (pairs < 2) return null
  let even = 0
  let odd = 0
  for (let pair = 0; pair < pairs; pair++) {
    if (bytes[pair * 2] === 0) even++
    if (bytes[pair * 2 + 1] === 0) odd++
  }
  // Padding has zeros in both places.
  if (odd - even > pairs * MIN_ZEROS) return 'utf-16le'
  return even - odd > pairs * MIN_ZEROS ? 'utf-16be' : null
}

/** Minimum bytes of an appended line. UTF-16 has shorter runs without NUL: its letters that are not Latin. */
const MIN_APPENDED = 6
/** Minimum share of ASCII in an appended line. */
const MIN_ASCII = 0.6

/**
 * Parts of a text in UTF-16. Some programs append lines in another encoding. Lines of single bytes have no NUL, and
 * UTF-16 has one beside most letters.
 */
function wideParts(bytes: Uint8Array): WidePart[] {
  const parts: WidePart[] = []
  const addPart = (from: number, to: number) => {
    const encoding = wideEncoding(bytes.subarray(from, to))
    if (encoding)
      parts.push(from === 0 ? toLastLetter({ from, to, encoding }, bytes) : afterLines(from, to, bytes))
  }
  let from = 0
  for (let at = 0; at < bytes.length;) {
    const zero = bytes.indexOf(0, at)
    const to = zero === -1 ? bytes.length : zero
    if (isAppended(bytes, at, to)) {
      addPart(from, at)
      from = to
    }
    at = to + 1
  }
  addPart(from, bytes.length)
  return parts
}

interface WidePart {
  from: number
  to: number
  encoding: string
}

/**
 * A part after lines of single bytes begins before its first NUL: with its byte order mark, or with the low byte of
 * its first letter.
 */
function afterLines(from: number, to: number, bytes: Uint8Array): WidePart {
  if (wideEncoding(bytes.subarray(from - 2, from)) === 'utf-16be')
    return toLastLetter({ from: from - 2, to, encoding: 'utf-16be' }, bytes)
  if (wideEncoding(bytes.subarray(from - 3, from)) === 'utf-16le')
    return { from: from - 3, to, encoding: 'utf-16le' }
  if (bytes[from - 1] === 0x0a) return toLastLetter({ from, to, encoding: 'utf-16be' }, bytes)
  return { from: from - 1, to, encoding: 'utf-16le' }
}

/** A big-endian part ends one byte after its last NUL. */
const toLastLetter = (part: WidePart, bytes: Uint8Array): WidePart =>
  part.encoding === 'utf-16be' ? { ...part, to: Math.min(part.to + 1, bytes.length) } : part

/** True for a line of single bytes, or for ASCII at the end of the file. */
function isAppended(bytes: Uint8Array, from: number, to: number): boolean {
  if (to - from < MIN_APPENDED) return false
  let ascii = 0
  let hasLineEnd = false
  for (let at = from; at < to; at++) {
    const byte = bytes[at] ?? 0
    if (byte < 0x20 && ![0x09, 0x0a, 0x0d].includes(byte)) return false
    if (byte < 0x7f) ascii++
    // The first and the last byte may be half a letter of UTF-16.
    const isInside = at > from && (at < to - 1 || to === bytes.length || bytes[at - 1] === 0x0d)
    if (byte === 0x0a && isInside) hasLineEnd = true
  }
  if (!hasLineEnd) return to === bytes.length && ascii === to - from
  return ascii >= (to - from) * MIN_ASCII
}

/** UTF-8 with a few bad bytes, each read as Windows-1252. `null` if most bytes beyond ASCII are bad. */
function mendedUtf8(bytes: Uint8Array): string | null {
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  const windows = new TextDecoder('windows-1252')
  const parts: string[] = []
  let good = 0
  let bad = 0
  let from = 0
  for (let at = 0; at < bytes.length;) {
    const size = sequenceSize(bytes, at)
    if (size > 0) {
      if (size > 1) good++
      at += size
      continue
    }
    bad++
    parts.push(utf8.decode(bytes.subarray(from, at)), windows.decode(bytes.subarray(at, at + 1)))
    from = ++at
    // The text has another encoding, so reading on is useless.
    if (bad > 100 && good < bad * GOOD_FOR_BAD) return null
  }
  if (good < bad * GOOD_FOR_BAD) return null
  return parts.join('') + utf8.decode(bytes.subarray(from))
}

/** Bytes of the UTF-8 character at a position, or 0. */
function sequenceSize(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0
  if (first < 0x80) return 1
  const size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2
  if (first < 0xc2 || first > 0xf4 || at + size > bytes.length) return 0
  for (let next = at + 1; next < at + size; next++) if (((bytes[next] ?? 0) & 0xc0) !== 0x80) return 0
  const second = bytes[at + 1] ?? 0
  // Overlong forms, surrogates, and values beyond Unicode.
  const isBad =
    (first === 0xe0 && second < 0xa0) ||
    (first === 0xed && second > 0x9f) ||
    (first === 0xf0 && second < 0x90) ||
    (first === 0xf4 && second > 0x8f)
  return isBad ? 0 : size
}

/** Decodes with the encoding that gives more Spanish letters beside other letters. Windows-1252 wins a tie. */
function decodeSingleBytes(bytes: Uint8Array): string {
  const windows = new TextDecoder('windows-1252').decode(bytes)
  let best = windows
  let most = lettersIn(windows)
  for (const text of [new TextDecoder('macintosh').decode(bytes), fromCp850(bytes)]) {
    const letters = lettersIn(text)
    if (letters > most) {
      best = text
      most = letters
    }
  }
  return best
}

function fromCp850(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += byte < 0x80 ? String.fromCharCode(byte) : CP850.charAt(byte - 0x80)
  return text
}

/** Characters of a text in which letters are counted. */
const COUNTED = 200_000
const LETTER_IN_WORD = new RegExp(`(?<=[a-zA-Z${LETTERS}])[${LETTERS}]|[${LETTERS}](?=[a-zA-Z])`, 'g')
/** «L’Hospitalet», «d’Or»: the apostrophe of Windows-1252 is «í» in MacRoman. */
const APOSTROPHE = /\b[dlmnst]’(?=\p{L})/giu

function lettersIn(text: string): number {
  const counted = text.slice(0, COUNTED)
  return (counted.match(LETTER_IN_WORD)?.length ?? 0) + (counted.match(APOSTROPHE)?.length ?? 0)
}
