import MsgReader, { type FieldsData } from '@kenjiuno/msgreader'
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
function textOf({ text = '', html = '' }: Email): string {
  const shown = html === '' ? '' : htmlText(html)
  return text.trim().length * 2 >= shown.length || shown === '' ? text : shown
}

function filesOf({ filename, content, contentId, mimeType }: Attachment, { html = '' }: Email): File[] {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content)
  const id = contentId?.replace(/^<|>$/g, '') ?? ''
  // Logotypes of a signature are no attachment to anybody.
  if (mimeType.startsWith('image/') && id !== '' && html.includes(`cid:${id}`)) return []
  if (/^application\/(?:ms-tnef|vnd\.ms-tnef)$/i.test(mimeType) || /^winmail\.dat$/i.test(filename ?? ''))
    return attachmentsOfTnef(bytes)
  const name = filename ?? (mimeType === 'message/rfc822' ? 'mensaje.eml' : '')
  return [new File([bytes], name)]
}

/**
 * Reads a message of Outlook (.msg).
 * @throws if it is damaged
 */
export async function readOutlookMessage(file: Blob): Promise<ReadMail> {
  const reader = new MsgReader(await file.arrayBuffer())
  return outlookMail(reader, reader.getFileData())
}

function outlookMail(reader: MsgReader, message: FieldsData): ReadMail {
  if (message.error) throw new Error(message.error)
  const html = message.html ? (decodeText(message.html) ?? '') : (message.bodyHtml ?? '')
  const attachments = (message.attachments ?? []).flatMap((attachment) => {
    const { fileName = '', content } = reader.getAttachment(attachment)
    const name = attachment.fileName ?? fileName
    const id = attachment.pidContentId ?? ''
    const isDecoration = /\.(?:png|jpe?g|gif|bmp|svg)$/i.test(name) && id !== '' && html.includes(`cid:${id}`)
    // A message inside of it is rebuilt as a file of its own.
    return isDecoration ? [] : [new File([new Uint8Array(content)], name)]
  })
  return { text: textOf({ text: message.body ?? '', html } as Email), attachments }
}
