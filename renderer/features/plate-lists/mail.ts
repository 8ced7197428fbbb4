import { CFB } from '@e965/xlsx'
import PostalMime, { type Attachment, type Email, type PostalMimeOptions } from 'postal-mime'
import { htmlText } from '#shared/domain/pasted-text/html-text.ts'
import { platesInText } from '#shared/domain/plate-list.ts'
import { decodeDeclared, decodeText } from '#shared/domain/text-encoding.ts'
import { newPlateListText } from '#shared/text/plate-lists.ts'
import { MAX_SHOWN_TEXT, type UnreadPart } from './list-file.ts'
import { rtfText, unpackedRtf } from './rtf.ts'
import { isTnef, readTnefMessage } from './tnef.ts'

/** Maximum depth of a part in a MIME message. */
const MAX_NESTING = 20
const MAX_HEADERS = 1024 * 1024
/** Number of bytes at the end of a message in which its last boundary is searched for. */
const END = 1024 * 1024

/** Text and files of a mail. A message inside the mail is one of the files. */
export interface ReadMail {
  text: string
  attachments: File[]
  /** Parts that are known to be unreadable. */
  unread: UnreadPart[]
}

/**
 * Lines that programs write before the headers: the line of a mailbox, the length written by Apple's Mail, and blank
 * lines.
 */
const BEFORE_HEADERS = /^(?:\uFEFF|\xEF\xBB\xBF)?(?:\s*\d{1,9}[ \t]*\r?\n|\s*From \S[^\r\n]*\r?\n|\s+)/

/** True for a message as mail programs save it: several headers, with at least one header that only mails have. */
export function isMail(head: string, name: string): boolean {
  if (/\.(?:eml|emlx|mbox)$/i.test(name)) return true
  const [headers = ''] = head.replace(BEFORE_HEADERS, '').split(/\r?\n\r?\n|\r\r/, 1)
  // A signed message that Outlook attaches has only this header.
  if (/^content-type:\s*multipart\//i.test(headers)) return true
  return (
    /^(?:[\w-]+:.*(?:(?:\r\n|[\r\n])[ \t].*)*(?:\r\n|[\r\n]|$)){3,}/.test(headers) &&
    /^(?:message-id|mime-version|received):/im.test(headers)
  )
}

/**
 * Reads a MIME message (.eml, .emlx, .mht), or the messages of a mailbox (mbox), each as a separate file.
 * @throws if the file is not a mail, or is nested too deep
 */
export async function readMail(file: Blob): Promise<ReadMail> {
  const bytes = await file.arrayBuffer()
  const [before = ''] = BEFORE_HEADERS.exec(latin(bytes.slice(0, MAX_HEADERS))) ?? []
  if (before.trimStart().startsWith('From ')) {
    const starts = [...latin(bytes).matchAll(MAILBOX)].map(({ index }) => index)
    if (starts.length > 1) return readMailbox(bytes, starts)
  }
  // Apple's Mail writes the length of the message before the message, and a property list after it.
  const length = /^\s*\d+\s*$/.test(before) ? Number(before) : bytes.byteLength
  return readMessage(withLineFeeds(bytes.slice(before.length, before.length + length)))
}

const latin = (bytes: ArrayBuffer | Uint8Array<ArrayBuffer>): string =>
  new TextDecoder('latin1').decode(bytes)

/** First line of each message of a mailbox, followed by the first header (RFC 4155). */
const MAILBOX = /(?:^|\n\r?\n)From \S[^\r\n]*\d{4}[^\r\n]*\r?\n(?=[\w-]+:)/g

function readMailbox(bytes: ArrayBuffer, starts: readonly number[]): ReadMail {
  const attachments = starts.map(
    (start, index) =>
      new File([bytes.slice(start, starts[index + 1])], newPlateListText.mailOfBox(index + 1)),
  )
  return { text: '', attachments, unread: [] }
}

/** Mails of old Macs end their lines with only a carriage return. */
function withLineFeeds(bytes: ArrayBuffer): ArrayBuffer {
  const all = new Uint8Array(bytes)
  return all.includes(10) ? bytes : all.map((byte) => (byte === 13 ? 10 : byte)).buffer
}

/** Methods of the parser that its types leave out. */
interface Parser extends PostalMime {
  currentNode: { state: string; contentTransferEncoding: { encoding: string } }
  processLine(line: Uint8Array, isFinal: boolean): Promise<void>
  collectNode(node: MimePart, ...inherited: unknown[]): Promise<void>
}
interface MimePart {
  content: ArrayBuffer | null
  contentType: { parsed: { value: string; params: Record<string, string> } }
  contentDisposition: { parsed: { value: string } }
}
const BLANKS: readonly (number | undefined)[] = [0x20, 0x09]

/**
 * Parser with two corrections. It removes blanks that servers added to the ends of quoted-printable lines (RFC 2045,
 * 6.7). It also decodes texts with our own rules, because PostalMime reads an unknown charset as Windows-1252.
 */
class MailParser extends (PostalMime as unknown as new (options: PostalMimeOptions) => Parser) {
  override processLine(line: Uint8Array, isFinal: boolean): Promise<void> {
    const { state, contentTransferEncoding } = this.currentNode
    let end = line.length
    if (state === 'body' && contentTransferEncoding.encoding === 'quoted-printable')
      while (BLANKS.includes(line[end - 1])) end--
    return super.processLine(line.subarray(0, end), isFinal)
  }

  override collectNode(node: MimePart, ...inherited: unknown[]): Promise<void> {
    const { value, params } = node.contentType.parsed
    const isText =
      /^text\/(?:plain|html)$/.test(value) && node.contentDisposition.parsed.value !== 'attachment'
    if (node.content && (isText || CALENDAR.test(value))) {
      const text = decodeDeclared(new Uint8Array(node.content), params['charset'] ?? '')
      node.content = new TextEncoder().encode(text).buffer
      params['charset'] = 'utf-8'
    }
    return super.collectNode(node, ...inherited)
  }
}
const CALENDAR = /^(?:text\/calendar|application\/ics)$/

async function readMessage(bytes: ArrayBuffer): Promise<ReadMail> {
  const mail = await new MailParser({
    maxNestingDepth: MAX_NESTING,
    maxHeadersSize: MAX_HEADERS,
    // An attached message may contain the list: it is read as a separate file.
    forceRfc822Attachments: true,
  }).parse(bytes.slice())
  // A piece of a message that was sent in several pieces has no complete part.
  const isPiece = mail.headers.some(
    ({ key, value }) => key === 'content-type' && /^message\/partial/i.test(value),
  )
  if (isPiece)
    return { text: '', attachments: [], unread: [{ name: newPlateListText.mailText, problem: 'damaged' }] }
  const read: ReadMail = { text: shownText(mail), attachments: [], unread: [] }
  for (const part of mail.attachments) addPart(read, part, mail)
  takeOutPgp(read)
  takeOutUuencoded(read)
  if (isCut(mail, bytes))
    read.unread.push({ name: read.attachments.at(-1)?.name || newPlateListText.mailText, problem: 'damaged' })
  return read
}

/** True if the message ends before its last boundary. Its last part is then incomplete. */
function isCut({ headers }: Email, bytes: ArrayBuffer): boolean {
  const type = headers.find(({ key }) => key === 'content-type')?.value ?? ''
  const [, quoted, plain] = /^multipart\/.*?boundary=(?:"([^"]+)"|([^;\s]+))/is.exec(type) ?? []
  const boundary = quoted ?? plain
  if (boundary === undefined) return false
  const end = latin(bytes.slice(Math.max(0, bytes.byteLength - END)))
  return !end.includes(`--${boundary}--`)
}

/**
 * Chooses the text part or the HTML part: the one with more plates. If both have the same number, the text part is
 * used, unless it is much shorter, such as «see the HTML version».
 */
function shownText({ text = '', html = '' }: Pick<Email, 'text' | 'html'>): string {
  const shown = html === '' ? '' : htmlText(html)
  if (shown === '' || text.trim() === '') return text.trim() === '' ? shown : text
  const platesIn = (part: string) => platesInText(part.slice(0, MAX_SHOWN_TEXT)).plates.length
  const more = platesIn(text) - platesIn(shown)
  if (more !== 0) return more > 0 ? text : shown
  return text.trim().length * 2 >= shown.length ? text : shown
}

/** Parts that only hold a signature or encryption parameters. They have no content for the user. */
const CONTROL_PART = /^application\/(?:(?:x-)?pkcs7-signature|pgp-signature|pgp-encrypted)$/i
/** Parts that only refer to their content: links to a file, and pieces of a message. */
const OUTSIDE_PARTS: Readonly<Record<string, UnreadPart['problem']>> = {
  'message/external-body': 'shortcut',
  'message/partial': 'damaged',
}
/** Default file names for parts without a name. */
const NAMES: Readonly<Record<string, string>> = {
  'message/rfc822': 'mensaje.eml',
  'text/csv': 'adjunto.csv',
  'text/calendar': 'cita.ics',
  'application/pkcs7-mime': 'smime.p7m',
  'application/x-pkcs7-mime': 'smime.p7m',
}

function addPart(
  read: ReadMail,
  { filename, content, contentId = '', mimeType }: Attachment,
  { html = '' }: Email,
): void {
  if (CONTROL_PART.test(mimeType)) return
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content)
  if (isDecoration(mimeType.startsWith('image/'), bytes.length, contentId.replace(/^<|>$/g, ''), html)) return
  const outside = OUTSIDE_PARTS[mimeType]
  if (outside !== undefined) {
    const [, inner] = /\bname="?([^"\r\n;]+)/i.exec(latin(bytes)) ?? []
    read.unread.push({ name: filename || (inner ?? ''), problem: outside })
    return
  }
  addFile(read, filename || (NAMES[mimeType.toLowerCase()] ?? ''), bytes)
}

/** Adds an attachment. If the attachment is a `winmail.dat` or a uuencoded text, adds the files inside. */
function addFile(read: ReadMail, name: string, bytes: Uint8Array<ArrayBuffer>): void {
  if (isUuencoded(bytes)) {
    const inner: ReadMail = { text: latin(bytes), attachments: [], unread: [] }
    takeOutUuencoded(inner)
    read.attachments.push(...inner.attachments)
    read.unread.push(...inner.unread)
    return
  }
  if (!isTnef(bytes)) {
    read.attachments.push(new File([bytes], name))
    return
  }
  const { text, attachments, unread } = ofTnef(bytes)
  // Exchange repeats the text of `winmail.dat` in the message.
  if (read.text.trim() === '') read.text = text
  read.attachments.push(...attachments)
  read.unread.push(...unread)
}

function ofTnef(bytes: Uint8Array): ReadMail {
  const { text, html, attachments, unread } = readTnefMessage(bytes)
  return { text: shownText({ text, html }), attachments, unread }
}

/** Reads a `winmail.dat` file that was saved from a mail. */
export const readTnef = async (file: Blob): Promise<ReadMail> =>
  ofTnef(new Uint8Array(await file.arrayBuffer()))

const PGP = /-----BEGIN PGP MESSAGE-----[^]*?(?:-----END PGP MESSAGE-----|$)/

/** True for a text that is encrypted with PGP. */
export const isSealedText = (text: string): boolean => text.trimStart().search(PGP) === 0

function takeOutPgp(read: ReadMail): void {
  if (!PGP.test(read.text)) return
  read.text = read.text.replace(PGP, '')
  read.unread.push({ name: newPlateListText.mailText, problem: 'sealed' })
}

/** A uuencoded file in the text of a message: its name, its lines and its `end`. */
const UUENCODED = /^begin [0-7]{3,4} (\S.*)\r?\n((?:[!-`][ -`]{0,84}\r?\n)*)(?:[` ]?\r?\n)?(end[ \t]*$)?/gm

const isUuencoded = (bytes: Uint8Array): boolean =>
  /^begin [0-7]{3,4} \S.*\r?\n[!-`][ -`]*\r?\n/.test(
    String.fromCharCode(...bytes.subarray(0, 512)).trimStart(),
  )

function takeOutUuencoded(read: ReadMail): void {
  read.text = read.text.replaceAll(
    UUENCODED,
    (whole, name: string, lines: string, end: string | undefined) => {
      if (lines === '') return whole
      if (end === undefined) read.unread.push({ name: name.trim(), problem: 'damaged' })
      else read.attachments.push(new File([uudecoded(lines)], name.trim()))
      return ''
    },
  )
}

/**
 * Decodes uuencoded lines. Each line starts with its number of bytes, then four characters for every three bytes.
 * Blanks at the end of a line may be missing.
 */
function uudecoded(lines: string): Uint8Array<ArrayBuffer> {
  const bytes: number[] = []
  for (const line of lines.split(/\r?\n/)) {
    const valueAt = (at: number) => ((line.charCodeAt(at) || 32) - 32) & 63
    for (let left = valueAt(0), at = 1; left > 0; left -= 3, at += 4) {
      const group = (valueAt(at) << 18) | (valueAt(at + 1) << 12) | (valueAt(at + 2) << 6) | valueAt(at + 3)
      bytes.push(...[group >> 16, (group >> 8) & 255, group & 255].slice(0, left))
    }
  }
  return Uint8Array.from(bytes)
}

interface Compound {
  read: (bytes: Uint8Array, options: { type: 'array' }) => CompoundFile
  write: (file: object, options: { type: 'array' }) => Uint8Array | number[]
  utils: {
    cfb_new: () => object
    cfb_add: (file: object, path: string, content: Uint8Array) => void
  }
}
interface CompoundFile {
  FullPaths: string[]
  FileIndex: { content: Uint8Array | number[] }[]
}

/** Properties of a message and of its attachments (MS-OXPROPS), by the names of their streams. */
const BODY = '1000'
const HTML = '1013'
const RTF = '1009'
const ATTACHED_BYTES = '3701'
const LONG_FILE_NAME = '3707'
const FILE_NAME = '3704'
const CONTENT_ID = '3712'
const DISPLAY_NAME = '3001'
const ATTACHMENT = '__attach_version1.0_#'

/**
 * Reads a message of Outlook (.msg, MS-OXMSG). The result includes the texts and files of the messages inside.
 * @throws if the file is damaged
 */
export async function readOutlookMessage(file: Blob): Promise<ReadMail> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const { FullPaths: paths, FileIndex: entries } = (CFB as Compound).read(bytes, { type: 'array' })
  const root = paths[0] ?? ''
  const streams = new Map(
    paths.map((path, index) => [path.slice(root.length), Uint8Array.from(entries[index]?.content ?? [])]),
  )
  return outlookMail(streams, '')
}

/** @param at folder of the message in the file; empty for the outermost message */
function outlookMail(streams: ReadonlyMap<string, Uint8Array<ArrayBuffer>>, at: string): ReadMail {
  const bytesOf = (folder: string, property: string) => streams.get(`${folder}__substg1.0_${property}0102`)
  /** Returns a text property. The text is UTF-16, or in the encoding of the program that wrote it. */
  const stringOf = (folder: string, property: string): string => {
    const wide = streams.get(`${folder}__substg1.0_${property}001F`)
    if (wide) return new TextDecoder('utf-16le').decode(wide)
    return decodeText(streams.get(`${folder}__substg1.0_${property}001E`) ?? new Uint8Array()) ?? ''
  }
  const html = decodeText(bytesOf(at, HTML) ?? new Uint8Array()) || stringOf(at, HTML)
  const rtf = bytesOf(at, RTF)
  const mail: ReadMail = {
    text: shownText({ text: stringOf(at, BODY), html }) || (rtf ? rtfText(unpackedRtf(rtf)) : ''),
    attachments: [],
    unread: [],
  }
  const folders = [...streams.keys()].filter(
    (path) => path.startsWith(`${at}${ATTACHMENT}`) && path.indexOf('/', at.length) === path.length - 1,
  )
  for (const folder of folders) {
    const name =
      stringOf(folder, LONG_FILE_NAME) || stringOf(folder, FILE_NAME) || stringOf(folder, DISPLAY_NAME)
    const inner = `${folder}__substg1.0_${ATTACHED_BYTES}000D/`
    if (streams.has(`${inner}__properties_version1.0`)) {
      const { text, attachments, unread } = outlookMail(streams, inner)
      mail.text += `\n${text}`
      mail.attachments.push(...attachments)
      mail.unread.push(...unread)
    } else if (streams.has(inner)) addFile(mail, name, embeddedBytes(streams, inner))
    else {
      const bytes = bytesOf(folder, ATTACHED_BYTES) ?? new Uint8Array()
      const isPicture = /\.(?:png|jpe?g|gif|bmp|svg)$/i.test(name)
      if (!isDecoration(isPicture, bytes.length, stringOf(folder, CONTENT_ID), html))
        addFile(mail, name, bytes)
    }
  }
  return mail
}

/**
 * Bytes of a document that was inserted as an object. If the object has no package, a compound file is built from its
 * parts.
 */
function embeddedBytes(
  streams: ReadonlyMap<string, Uint8Array<ArrayBuffer>>,
  at: string,
): Uint8Array<ArrayBuffer> {
  const whole = streams.get(`${at}Package`)
  if (whole) return whole
  const { utils, write } = CFB as Compound
  const file = utils.cfb_new()
  for (const [path, content] of streams)
    if (path.startsWith(at) && !path.endsWith('/')) utils.cfb_add(file, `/${path.slice(at.length)}`, content)
  return Uint8Array.from(write(file, { type: 'array' }))
}

/** Maximum bytes of a logotype. A picture of a list that was pasted into the text is larger. */
const MAX_LOGOTYPE = 50_000

/** True for a small picture inside the HTML part, such as the logotype of a signature. */
const isDecoration = (isPicture: boolean, size: number, contentId: string, html: string): boolean =>
  isPicture && size <= MAX_LOGOTYPE && contentId !== '' && html.includes(`cid:${contentId}`)
