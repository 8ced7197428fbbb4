const SIGNATURE = 0x223e9f78
/** Attributes of an attachment (MS-OXTNEF 2.1.3.3): its beginning, its short name, its bytes, its properties. */
const ATTACHMENT = 0x9002
const TITLE = 0x8010
const DATA = 0x800f
const PROPERTIES = 0x9005
/** PidTagAttachLongFilename, as UTF-16 or in the encoding of the message. */
const LONG_NAME = [0x1f, 0x00, 0x07, 0x37]
const LONG_NAME_8 = [0x1e, 0x00, 0x07, 0x37]
const MAX_ATTACHMENTS = 200

/**
 * Attachments of a `winmail.dat`, in which Outlook and Exchange wrap those of a rich text message (MS-OXTNEF). Whatever
 * is damaged is left out.
 */
export function attachmentsOfTnef(bytes: Uint8Array): File[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.byteLength < 6 || view.getUint32(0, true) !== SIGNATURE)
    return [new File([bytes.slice()], 'winmail.dat')]
  const files: { name: string; data: Uint8Array<ArrayBuffer> }[] = []
  // Level, attribute, type, length, data, checksum.
  for (let at = 6; at + 9 <= bytes.byteLength;) {
    const attribute = view.getUint16(at + 1, true)
    const length = view.getUint32(at + 5, true)
    const from = at + 9
    if (from + length > bytes.byteLength) break
    const data = bytes.slice(from, from + length)
    const file = files.at(-1)
    if (attribute === ATTACHMENT && files.length < MAX_ATTACHMENTS)
      files.push({ name: '', data: new Uint8Array() })
    else if (attribute === TITLE && file) file.name ||= latin(data)
    else if (attribute === DATA && file) file.data = data
    else if (attribute === PROPERTIES && file) file.name = longName(data) ?? file.name
    at = from + length + 2
  }
  return files.filter(({ data }) => data.length > 0).map(({ name, data }) => new File([data], name))
}

/** The value of a text property: its tag, one value, its length, its characters. */
function longName(properties: Uint8Array): string | null {
  for (const [tag, decode] of [
    [LONG_NAME, (data: Uint8Array) => new TextDecoder('utf-16le').decode(data)],
    [LONG_NAME_8, latin],
  ] as const) {
    const at = properties.findIndex((_, index) =>
      tag.every((byte, offset) => properties[index + offset] === byte),
    )
    if (at < 0 || at + 12 > properties.length) continue
    const length = new DataView(properties.buffer, properties.byteOffset + at + 8).getUint32(0, true)
    if (length > 0 && at + 12 + length <= properties.length)
      return decode(properties.subarray(at + 12, at + 12 + length)).replaceAll('\0', '')
  }
  return null
}

const latin = (data: Uint8Array): string => new TextDecoder('windows-1252').decode(data).replaceAll('\0', '')
