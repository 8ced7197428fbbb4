import { htmlText } from '#shared/domain/pasted-text/html-text.ts'

/** Reads texts in RTF: the bodies of Outlook's messages, and files of word processors. */

/** First bytes that a compressed text may repeat (MS-OXRTFCP 2.1.2.1). */
const DICTIONARY =
  '{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx'
const WINDOW = 4096
const COMPRESSED = 0x75465a4c
/** Maximum bytes of an unpacked text. */
const MAX_UNPACKED = 20 * 1024 * 1024

/** Unpacks the RTF of a message (MS-OXRTFCP). A damaged text is unpacked up to the damage. */
export function unpackedRtf(bytes: Uint8Array): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 16) return ''
  if (view.getUint32(8, true) !== COMPRESSED) return latin(bytes.subarray(16))
  const size = Math.min(view.getUint32(4, true), MAX_UNPACKED)
  const window = new Uint8Array(WINDOW)
  for (let index = 0; index < DICTIONARY.length; index++) window[index] = DICTIONARY.charCodeAt(index)
  const unpacked = new Uint8Array(size)
  let place = DICTIONARY.length
  let length = 0
  const writeByte = (byte: number) => {
    window[place] = byte
    place = (place + 1) % WINDOW
    if (length < size) unpacked[length++] = byte
  }
  for (let at = 16; at < bytes.length && length < size;) {
    const control = bytes[at++] ?? 0
    for (let bit = 0; bit < 8 && at < bytes.length; bit++) {
      if ((control & (1 << bit)) === 0) {
        writeByte(bytes[at++] ?? 0)
        continue
      }
      const reference = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)
      at += 2
      const from = reference >> 4
      if (from === place) return latin(unpacked.subarray(0, length))
      for (let index = 0; index < (reference & 15) + 2; index++)
        writeByte(window[(from + index) % WINDOW] ?? 0)
    }
  }
  return latin(unpacked.subarray(0, length))
}

/** Groups that contain no text of the document. */
const IGNORED =
  /^(?:fonttbl|colortbl|stylesheet|info|pict|object|header[lrf]?|footer[lrf]?|footnote|listtable|listoverridetable|rsidtbl|generator|xmlnstbl|themedata|datastore|fldinst|bkmkstart|bkmkend)$/
const BREAKS: Readonly<Record<string, string>> = {
  par: '\n',
  line: '\n',
  sect: '\n',
  page: '\n',
  row: '\n',
  nestrow: '\n',
  cell: '\t',
  nestcell: '\t',
  tab: '\t',
  emdash: '—',
  endash: '–',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  bullet: '•',
}
/** A control word with its number, a byte, an escaped character or other symbol, a group, or text. */
const TOKEN = /\\([a-z]+)(-?\d+)? ?|\\'([0-9a-f]{2})|\\([^a-z])|([{}])|[\r\n]+|([^\\{}\r\n]+)/gi

export const isRtf = (text: string): boolean => /^\uFEFF?\s*\{\\rtf/.test(text)

interface Group {
  isIgnored: boolean
  /** True in HTML tags that Outlook wraps in RTF (MS-OXRTFEX). */
  isTag: boolean
  /** Number of characters after each `\u` that only older programs read. */
  skipped: number
}

/** Text of an RTF document: one line for each paragraph and table row, with tabs between cells. */
export function rtfText(rtf: string): string {
  const isWrappedHtml = /\\fromhtml1/.test(rtf.slice(0, 1000))
  const groups: Group[] = []
  let group: Group = { isIgnored: false, isTag: false, skipped: 1 }
  /** True in RTF that only duplicates HTML tags. */
  let isDouble = false
  let mayBeIgnored = false
  let toSkip = 0
  const text: string[] = []
  const add = (part: string) => {
    const shown = part.slice(toSkip)
    toSkip = Math.max(0, toSkip - part.length)
    if (!group.isIgnored && !isDouble) text.push(shown)
  }
  for (const [, word, number, byte, sign, brace, plain] of rtf.matchAll(TOKEN)) {
    const isFirst = mayBeIgnored
    mayBeIgnored = false
    if (brace === '{') groups.push({ ...group })
    else if (brace === '}') group = groups.pop() ?? group
    else if (sign === '*') mayBeIgnored = true
    else if (sign !== undefined)
      add(sign === '~' ? ' ' : /[-_\\{}]/.test(sign) ? sign.replace('_', '-') : '\n')
    else if (byte !== undefined) add(latin(Uint8Array.of(Number.parseInt(byte, 16))))
    else if (plain !== undefined) add(plain)
    else if (word === 'htmltag' && isWrappedHtml) group.isTag = true
    else if (word !== undefined && (isFirst || IGNORED.test(word))) group.isIgnored = true
    else if (word === 'htmlrtf') isDouble = isWrappedHtml && number !== '0'
    else if (word === 'uc') group.skipped = Number(number)
    else if (word === 'u') {
      toSkip = 0
      add(String.fromCharCode(Number(number) & 0xffff))
      toSkip = group.skipped
    } else if (word !== undefined && BREAKS[word] !== undefined && !group.isTag) add(BREAKS[word])
  }
  const joined = text.join('').replaceAll('\0', '')
  return isWrappedHtml ? htmlText(joined) : joined
}

const latin = (bytes: Uint8Array): string => new TextDecoder('windows-1252').decode(bytes)
