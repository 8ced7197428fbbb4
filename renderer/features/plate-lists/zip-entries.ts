import { Parser } from 'saxen'
import { decodeText } from '#shared/domain/text-encoding.ts'
import { MAX_UNZIPPED, UnreadableList } from './list-file.ts'

/** Entry of a file in the directory of a ZIP. */
interface ZipEntry {
  name: string
  isEncrypted: boolean
  method: number
  /** CRC-32 of the unzipped bytes. */
  checksum: number
  headerAt: number
  size: number
}

export interface ZipFile {
  /** True if the ZIP has the file. Part names are equivalent whatever their ASCII case (ECMA-376 part 2, 6.2.2.3). */
  has: (name: string) => boolean
  /** Names of the files, as written. */
  names: () => string[]
  /**
   * Streams the unzipped bytes of a file. If the reader stops, the rest is not unzipped.
   * @throws {UnreadableList} `too-large` if the bytes unzipped from this ZIP exceed the limit in total, `compressed`
   * by another method, `damaged` if the checksum is wrong
   */
  bytes: (name: string) => AsyncGenerator<Uint8Array>
}

const END_SIZE = 22
const MAX_COMMENT = 65_535
const MAX_ENTRIES = 10_000
const MAX_DIRECTORY = 4 * 1024 * 1024
const STORED = 0
const DEFLATED = 8
/** Value of a size or position that is in the extra field of large files instead. */
const ELSEWHERE = 0xffffffff

/**
 * Opens a ZIP by the directory at its end. Only the requested parts are read, and the browser unzips them. The sizes
 * in the directory are not trusted.
 * @throws {UnreadableList} `damaged`
 */
export async function openZip(file: Blob): Promise<ZipFile> {
  const entries = await readDirectory(file)
  let allowed = MAX_UNZIPPED

  async function* bytes(name: string): AsyncGenerator<Uint8Array> {
    const entry = entries.get(name.toLowerCase())
    if (!entry) throw new UnreadableList('damaged')
    if (entry.isEncrypted) throw new UnreadableList('encrypted')
    if (entry.method !== STORED && entry.method !== DEFLATED) throw new UnreadableList('compressed')
    const header = await viewOf(file, entry.headerAt, entry.headerAt + 30)
    if (header.byteLength < 30 || header.getUint32(0, true) !== 0x04034b50)
      throw new UnreadableList('damaged')
    const from = entry.headerAt + 30 + header.getUint16(26, true) + header.getUint16(28, true)
    const stored = file.slice(from, from + entry.size).stream()
    const reader = (
      entry.method === DEFLATED ? stored.pipeThrough(new DecompressionStream('deflate-raw')) : stored
    ).getReader()
    let checksum = -1
    try {
      for (;;) {
        const { done, value } = await reader.read().catch(() => {
          throw new UnreadableList('damaged')
        })
        // A damaged part may unzip without error, but to other bytes.
        if (done && ~checksum !== entry.checksum) throw new UnreadableList('damaged')
        if (done) return
        checksum = continueChecksum(checksum, value)
        allowed -= value.byteLength
        if (allowed < 0) throw new UnreadableList('too-large')
        yield value
      }
    } finally {
      reader.cancel().catch(() => {})
    }
  }

  return {
    has: (name) => entries.has(name.toLowerCase()),
    names: () => [...entries.values()].map(({ name }) => name),
    bytes,
  }
}

async function readDirectory(file: Blob): Promise<Map<string, ZipEntry>> {
  const tail = await viewOf(file, Math.max(0, file.size - END_SIZE - MAX_COMMENT), file.size)
  let end = tail.byteLength - END_SIZE
  while (end >= 0 && tail.getUint32(end, true) !== 0x06054b50) end--
  if (end < 0) throw new UnreadableList('damaged')
  const size = tail.getUint32(end + 12, true)
  const from = tail.getUint32(end + 16, true)
  if (size > MAX_DIRECTORY || from + size > file.size) throw new UnreadableList('damaged')
  const directory = await viewOf(file, from, from + size)
  const entries = new Map<string, ZipEntry>()
  for (let at = 0; at + 46 <= directory.byteLength && directory.getUint32(at, true) === 0x02014b50;) {
    const nameLength = directory.getUint16(at + 28, true)
    const extraLength = directory.getUint16(at + 30, true)
    const next = at + 46 + nameLength + extraLength + directory.getUint16(at + 32, true)
    if (next > directory.byteLength || entries.size === MAX_ENTRIES) throw new UnreadableList('damaged')
    const written = decodeText(new Uint8Array(directory.buffer, at + 46, nameLength)) ?? ''
    // Some programs write backslashes, or a leading slash.
    const name = written.replaceAll('\\', '/').replace(/^\//, '')
    entries.set(name.toLowerCase(), { name, ...entryAt(directory, at, nameLength, extraLength) })
    at = next
  }
  return entries
}

function entryAt(
  directory: DataView,
  at: number,
  nameLength: number,
  extraLength: number,
): Omit<ZipEntry, 'name'> {
  const places = [
    directory.getUint32(at + 24, true),
    directory.getUint32(at + 20, true),
    directory.getUint32(at + 42, true),
  ]
  const extraEnd = at + 46 + nameLength + extraLength
  for (let extra = at + 46 + nameLength; extra + 4 <= extraEnd;) {
    const length = directory.getUint16(extra + 2, true)
    if (directory.getUint16(extra, true) === 1) {
      // The extra field has these values in this order, and only the values that the directory leaves out.
      let field = extra + 4
      for (const [index, place] of places.entries()) {
        if (place !== ELSEWHERE || field + 8 > extraEnd) continue
        places[index] = Number(directory.getBigUint64(field, true))
        field += 8
      }
    }
    extra += 4 + length
  }
  const [, size = 0, headerAt = 0] = places
  return {
    isEncrypted: (directory.getUint16(at + 8, true) & 1) === 1,
    method: directory.getUint16(at + 10, true),
    checksum: directory.getInt32(at + 16, true),
    headerAt,
    size,
  }
}

const CHECKSUMS = Int32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte
  for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1
  return sum
})

/** Continues a CRC-32 over more bytes, before its final inversion (APPNOTE 4.4.7). */
function continueChecksum(before: number, bytes: Uint8Array): number {
  let sum = before
  // An indexed loop is twice as fast as an iterator here.
  for (let at = 0; at < bytes.length; at++)
    sum = (sum >>> 8) ^ (CHECKSUMS[(sum ^ (bytes[at] ?? 0)) & 0xff] ?? 0)
  return sum
}

const viewOf = async (file: Blob, from: number, to: number): Promise<DataView<ArrayBuffer>> =>
  new DataView(await file.slice(from, to).arrayBuffer())

/** Handlers get names without the prefix, which each program chooses. */
interface XmlHandlers {
  open?: (name: string, attribute: (name: string) => string) => void
  text?: (text: string) => void
  close?: (name: string) => void
}

/**
 * Maximum bytes between two tags. A cell has at most 32,767 characters. The parser scans an unfinished tag again with
 * each chunk.
 */
const MAX_PENDING = 512 * 1024
/** Number of first bytes that contain the declaration of the encoding. */
const DECLARATION = 100

/**
 * Reads XML as it arrives, in UTF-8, UTF-16 or the encoding that it declares. Only the five entities of XML and
 * character references are expanded: a document cannot define any.
 * @throws {UnreadableList} `damaged` if the bytes are not XML
 */
export async function readXml(bytes: AsyncIterable<Uint8Array>, handlers: XmlHandlers): Promise<void> {
  const parser = new Parser()
  let decoder: TextDecoder | null = null
  let pending = 0
  parser.on('error', () => {
    throw new UnreadableList('damaged')
  })
  parser.on('openTag', (name: string, attributes: () => Record<string, string>, decode: Decode) => {
    pending = 0
    handlers.open?.(localName(name), (wanted) => attributeOf(attributes(), wanted, decode))
  })
  parser.on('closeTag', (name: string) => {
    pending = 0
    handlers.close?.(localName(name))
  })
  parser.on('text', (text: string, decode: Decode) => handlers.text?.(decode(text)))
  parser.on('cdata', (text: string) => handlers.text?.(text))
  for await (const chunk of bytes) {
    pending += chunk.byteLength
    decoder ??= new TextDecoder(encodingOf(chunk))
    parser.write(decoder.decode(chunk, { stream: true }))
    if (pending > MAX_PENDING) throw new UnreadableList('damaged')
  }
  if (decoder) parser.write(decoder.decode())
  parser.end()
}

/**
 * Encoding from the byte order mark, from the zero bytes beside `<` in UTF-16, or from the declaration (XML 1.0,
 * appendix F).
 */
function encodingOf(start: Uint8Array): string {
  const [first, second] = start
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le'
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be'
  const declaration = String.fromCharCode(...start.subarray(0, DECLARATION))
  const declared = /^(?:\xEF\xBB\xBF)?<\?xml[^>]*encoding=["']([\w.-]+)["']/.exec(declaration)?.[1] ?? 'utf-8'
  try {
    // A declaration of UTF-16 is false if the text has no zero bytes.
    return /^utf-?16/i.test(declared) ? 'utf-8' : new TextDecoder(declared).encoding
  } catch {
    return 'utf-8'
  }
}

type Decode = (text: string) => string

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

function attributeOf(attributes: Record<string, string>, wanted: string, decode: Decode): string {
  const value =
    attributes[wanted] ?? Object.entries(attributes).find(([name]) => name.endsWith(`:${wanted}`))?.[1]
  return value === undefined ? '' : decode(value)
}
