import { decodeText } from '#shared/domain/text-encoding.ts'
import type { UnreadPart } from './list-file.ts'
import { rtfText, unpackedRtf } from './rtf.ts'

const SIGNATURE = 0x223e9f78
/**
 * Attributes of a message and its attachments (MS-OXTNEF 2.1.3.3), in this order: text of the message, its
 * properties, beginning of an attachment, its short name, its bytes, its properties.
 */
const BODY = 0x800c
const MESSAGE_PROPERTIES = 0x9003
const ATTACHMENT = 0x9002
const TITLE = 0x8010
const DATA = 0x800f
const PROPERTIES = 0x9005
/**
 * Properties (MS-OXPROPS). Of a message: its text, in RTF, in HTML. Of an attachment: its bytes or message, and its
 * names.
 */
const TEXT = 0x1000
const RTF = 0x1009
const HTML = 0x1013
const ATTACHED = 0x3701
const LONG_NAME = 0x3707
const SHORT_NAME = 0x3704
const DISPLAY_NAME = 0x3001
/** Bytes of the interface identifier before an attached message. */
const INTERFACE = 16
const MAX_ATTACHMENTS = 200

/** Message with its text in each format. */
export interface TnefMessage {
  text: string
  html: string
  attachments: File[]
  unread: UnreadPart[]
}

/** True for the beginning of a `winmail.dat`. */
export const isTnef = (head: Uint8Array): boolean =>
  head.length >= 6 && new DataView(head.buffer, head.byteOffset).getUint32(0, true) === SIGNATURE

/**
 * Reads a `winmail.dat`, in which Outlook and Exchange wrap rich text messages (MS-OXTNEF). An attached message
 * becomes a file in the same format. Damaged parts are named in `unread`.
 */
export function readTnefMessage(bytes: Uint8Array): TnefMessage {
  const read: TnefMessage = { text: '', html: '', attachments: [], unread: [] }
  const files: { name: string; data: Uint8Array<ArrayBuffer> }[] = []
  for (const { attribute, data } of attributesOf(bytes)) {
    const file = files.at(-1)
    if (data === null) read.unread.push({ name: file?.name || 'winmail.dat', problem: 'damaged' })
    else if (attribute === BODY) read.text ||= latin(data)
    else if (attribute === MESSAGE_PROPERTIES) addTexts(read, propertiesOf(data))
    else if (attribute === ATTACHMENT) files.push({ name: '', data: new Uint8Array() })
    else if (attribute === TITLE && file) file.name ||= latin(data)
    else if (attribute === DATA && file) file.data = data
    else if (attribute === PROPERTIES && file) addProperties(file, propertiesOf(data))
  }
  for (const [index, { name, data }] of files.entries())
    if (index >= MAX_ATTACHMENTS) read.unread.push({ name, problem: 'too-large' })
    else read.attachments.push(new File([data], name))
  return read
}

/**
 * Yields the attributes one after another. Each has level, attribute, type, length, data and checksum. `data` is
 * `null` where the file is cut off.
 */
function* attributesOf(
  bytes: Uint8Array,
): Generator<{ attribute: number; data: Uint8Array<ArrayBuffer> | null }> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  // Some programs write a line break after the last attribute.
  for (let at = 6; at + 9 <= bytes.byteLength;) {
    const end = at + 9 + view.getUint32(at + 5, true)
    if (end > bytes.byteLength) return yield { attribute: 0, data: null }
    yield { attribute: view.getUint16(at + 1, true), data: bytes.slice(at + 9, end) }
    at = end + 2
  }
}

function addTexts(read: TnefMessage, properties: ReadonlyMap<number, Property>): void {
  read.text = propertyText(properties.get(TEXT)) || read.text
  read.html = propertyText(properties.get(HTML))
  const rtf = properties.get(RTF)
  if (rtf && read.text.trim() === '' && read.html === '') read.text = rtfText(unpackedRtf(rtf.data))
}

function addProperties(
  file: { name: string; data: Uint8Array<ArrayBuffer> },
  properties: ReadonlyMap<number, Property>,
): void {
  const named = [LONG_NAME, SHORT_NAME]
    .map((id) => propertyText(properties.get(id)))
    .find((name) => name !== '')
  file.name = named ?? (file.name || propertyText(properties.get(DISPLAY_NAME)))
  const attached = properties.get(ATTACHED)
  if (!attached || file.data.length > 0) return
  const message = attached.data.slice(INTERFACE)
  file.data = isTnef(message) ? message : attached.data
}

interface Property {
  type: number
  data: Uint8Array<ArrayBuffer>
}

/** Types of properties (MS-OXCDATA 2.11.1): 8-bit text, UTF-16 text, and all types of variable length. */
const STRING_8 = 0x1e
const STRING = 0x1f
const VARIABLE: ReadonlySet<number> = new Set([STRING_8, STRING, 0x0d, 0x102])
/** Types with 8 bytes. Other fixed types have 4. */
const LONG: ReadonlySet<number> = new Set([5, 6, 7, 0x14, 0x40])
const GUID = 0x48
const SEVERAL = 0x1000

/**
 * Properties of a message or an attachment (MS-OXTNEF 2.1.3.4). If the data are cut off, the complete properties
 * before the cut.
 */
function propertiesOf(bytes: Uint8Array<ArrayBuffer>): Map<number, Property> {
  const view = new DataView(bytes.buffer)
  const properties = new Map<number, Property>()
  let at = 4
  const next = () => {
    at += 4
    return view.getUint32(at - 4, true)
  }
  const padded = (length: number) => Math.ceil(length / 4) * 4
  try {
    for (let left = view.getUint32(0, true); left > 0; left--) {
      const tag = next()
      const id = tag >>> 16
      const type = tag & 0xffff & ~SEVERAL
      if (id >= 0x8000) {
        at += 16
        if (next() === 0) at += 4
        else at += padded(next())
      }
      const isVariable = VARIABLE.has(type)
      const count = isVariable || (tag & SEVERAL) !== 0 ? next() : 1
      for (let value = 0; value < count; value++) {
        const size = isVariable ? next() : type === GUID ? 16 : LONG.has(type) ? 8 : 4
        if (at + size > bytes.length) return properties
        if (value === 0) properties.set(id, { type, data: bytes.slice(at, at + size) })
        at += padded(size)
      }
    }
  } catch {
    // The file is cut off here.
  }
  return properties
}

function propertyText(property: Property | undefined): string {
  if (!property) return ''
  const { type, data } = property
  if (type === STRING) return new TextDecoder('utf-16le').decode(data).replaceAll('\0', '')
  return type === STRING_8 ? latin(data) : (decodeText(data) ?? '').replaceAll('\0', '')
}

const latin = (data: Uint8Array): string => new TextDecoder('windows-1252').decode(data).replaceAll('\0', '')
