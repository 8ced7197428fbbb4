import { Parser } from 'saxen'
import { UnreadableList } from './list-file.ts'

/** Names are those without their prefix, which each program chooses. */
export interface XmlHandlers {
  open?: (name: string, attribute: (name: string) => string) => void
  text?: (text: string) => void
  close?: (name: string) => void
}

/** Characters without an element: no sheet has such an attribute or text. */
const MAX_PENDING = 8 * 1024 * 1024

/**
 * Reads XML as it arrives. Only the five entities of XML and those of characters are expanded: a document cannot define
 * any.
 * @throws {UnreadableList} `damaged` if it is no XML
 */
export async function readXml(bytes: AsyncIterable<Uint8Array>, handlers: XmlHandlers): Promise<void> {
  const parser = new Parser()
  const decoder = new TextDecoder()
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
    parser.write(decoder.decode(chunk, { stream: true }))
    if (pending > MAX_PENDING) throw new UnreadableList('damaged')
  }
  parser.write(decoder.decode())
  parser.end()
}

type Decode = (text: string) => string

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

function attributeOf(attributes: Record<string, string>, wanted: string, decode: Decode): string {
  const value =
    attributes[wanted] ?? Object.entries(attributes).find(([name]) => name.endsWith(`:${wanted}`))?.[1]
  return value === undefined ? '' : decode(value)
}
