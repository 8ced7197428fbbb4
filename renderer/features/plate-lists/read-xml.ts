import { Parser } from 'saxen'
import { UnreadableList } from './list-file.ts'

/** Names are those without their prefix, which each program chooses. */
export interface XmlHandlers {
  open?: (name: string, attribute: (name: string) => string) => void
  text?: (text: string) => void
  close?: (name: string) => void
}

/**
 * Maximum bytes between two tags. A cell has at most 32,767 characters; the parser looks through an unfinished tag again
 * with each chunk.
 */
const MAX_PENDING = 512 * 1024
/** Bytes that a declaration of the encoding is in. */
const DECLARATION = 100

/**
 * Reads XML as it arrives, in UTF-8, UTF-16 or the encoding that it declares. Only the five entities of XML and those of
 * characters are expanded: a document cannot define any.
 * @throws {UnreadableList} `damaged` if it is no XML
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

/** Encoding by the byte order mark, by the zeros of `<` in UTF-16, or by the declaration (XML 1.0, appendix F). */
function encodingOf(start: Uint8Array): string {
  const [first, second] = start
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le'
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be'
  const declaration = String.fromCharCode(...start.subarray(0, DECLARATION))
  const declared = /^(?:\xEF\xBB\xBF)?<\?xml[^>]*encoding=["']([\w.-]+)["']/.exec(declaration)?.[1] ?? 'utf-8'
  try {
    // A declaration of UTF-16 without its zeros is not true.
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
