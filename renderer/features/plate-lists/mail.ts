import { CFB } from '@e965/xlsx'
import PostalMime, { type Attachment, type Email } from 'postal-mime'
import { decodeText } from '#shared/domain/text-encoding.ts'
import { htmlText } from '#shared/domain/pasted-text/html-text.ts'
import { attachmentsOfTnef } from './tnef.ts'

/** Maximum depth of a part in a MIME message. */
const MAX_NESTING = 20
const MAX_HEADERS = 1024 * 1024

/** Text of a mail and its files. A message inside of it is one of its files. */
export interface ReadMail {
  text: string
  attachments: File[]
}

/** True for a message as mail programs save it: headers, and one that only they have. */
export function isMail(head: string, name: string): boolean {
  if (/\.eml$/i.test(name)) return true
  const [headers = ''] = head.split(/\r?\n\r?\n/, 1)
  return (
    /^(?:[\w-]+:.*(?:\r?\n[ \t].*)*(?:\r?\n|$)){3,}/.test(headers) &&
    /^(?:message-id|mime-version|received):/im.test(headers)
  )
}

/**
 * Reads a message of MIME (.eml, .mht).
 * @throws if it is no mail, or is nested too deep
 */
export async function readMail(file: Blob): Promise<ReadMail> {
  const mail = await new PostalMime({
    maxNestingDepth: MAX_NESTING,
    maxHeadersSize: MAX_HEADERS,
    // A message inside of it may have the list: it is read as a file of its own.
    forceRfc822Attachments: true,
  }).parse(await file.arrayBuffer())
  return { text: textOf(mail), attachments: mail.attachments.flatMap((part) => filesOf(part, mail)) }
}

/** The text part, or the HTML part if the text says less: some programs write «see the HTML version» into the text. */
function textOf({ text = '', html = '' }: Pick<Email, 'text' | 'html'>): string {
  const shown = html === '' ? '' : htmlText(html)
  return text.trim().length * 2 >= shown.length || shown === '' ? text : shown
}

function filesOf({ filename, content, contentId = '', mimeType }: Attachment, { html = '' }: Email): File[] {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content)
  if (isDecoration(mimeType.startsWith('image/'), contentId.replace(/^<|>$/g, ''), html)) return []
  return unwrapped(filename ?? (mimeType === 'message/rfc822' ? 'mensaje.eml' : ''), bytes, mimeType)
}

interface Compound {
  read: (bytes: Uint8Array, options: { type: 'array' }) => CompoundFile
}
interface CompoundFile {
  FullPaths: string[]
  FileIndex: { content: Uint8Array | number[] }[]
}

/** Properties of a message and of its attachments (MS-OXPROPS), as their streams are named. */
const BODY = '1000'
const HTML = '1013'
const ATTACHED_BYTES = '3701'
const LONG_FILE_NAME = '3707'
const FILE_NAME = '3704'
const CONTENT_ID = '3712'
const DISPLAY_NAME = '3001'
const ATTACHMENT = '__attach_version1.0_#'

/**
 * Reads a message of Outlook (.msg, MS-OXMSG). The texts and files of the messages inside of it are its own.
 * @throws if it is damaged
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

/** @param at folder of the message in the file; empty for the outer one */
function outlookMail(streams: ReadonlyMap<string, Uint8Array<ArrayBuffer>>, at: string): ReadMail {
  const bytesOf = (folder: string, property: string) => streams.get(`${folder}__substg1.0_${property}0102`)
  /** A text property, of UTF-16 or of the encoding of its program. */
  const stringOf = (folder: string, property: string): string => {
    const wide = streams.get(`${folder}__substg1.0_${property}001F`)
    if (wide) return new TextDecoder('utf-16le').decode(wide)
    return decodeText(streams.get(`${folder}__substg1.0_${property}001E`) ?? new Uint8Array()) ?? ''
  }
  const html = decodeText(bytesOf(at, HTML) ?? new Uint8Array()) || stringOf(at, HTML)
  const mail: ReadMail = { text: textOf({ text: stringOf(at, BODY), html }), attachments: [] }
  const folders = [...streams.keys()].filter(
    (path) => path.startsWith(`${at}${ATTACHMENT}`) && path.indexOf('/', at.length) === path.length - 1,
  )
  for (const folder of folders) {
    const inner = `${folder}__substg1.0_${ATTACHED_BYTES}000D/`
    if (streams.has(inner)) {
      const { text, attachments } = outlookMail(streams, inner)
      mail.text += `\n${text}`
      mail.attachments.push(...attachments)
      continue
    }
    const name =
      stringOf(folder, LONG_FILE_NAME) || stringOf(folder, FILE_NAME) || stringOf(folder, DISPLAY_NAME)
    if (isDecoration(/\.(?:png|jpe?g|gif|bmp|svg)$/i.test(name), stringOf(folder, CONTENT_ID), html)) continue
    mail.attachments.push(...unwrapped(name, bytesOf(folder, ATTACHED_BYTES) ?? new Uint8Array()))
  }
  return mail
}

/** True for a picture that the HTML part shows in place, as the logotype of a signature. */
const isDecoration = (isPicture: boolean, contentId: string, html: string): boolean =>
  isPicture && contentId !== '' && html.includes(`cid:${contentId}`)

/** An attachment, or those that a `winmail.dat` wraps. */
const unwrapped = (name: string, bytes: Uint8Array<ArrayBuffer>, mimeType = ''): File[] =>
  /^application\/(?:vnd\.)?ms-tnef$/i.test(mimeType) || /^winmail\.dat$/i.test(name)
    ? attachmentsOfTnef(bytes)
    : [new File([bytes], name)]
