import PostalMime from 'postal-mime'
import { htmlText } from '#shared/domain/pasted-text/html-text.ts'

const MAX_NESTING = 20
const MAX_HEADERS = 1024 * 1024

/** Text of a mail and its files. */
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

/** @throws if it is no mail, or is nested too deep */
export async function readMail(file: Blob): Promise<ReadMail> {
  const { text, html, attachments } = await new PostalMime({
    maxNestingDepth: MAX_NESTING,
    maxHeadersSize: MAX_HEADERS,
  }).parse(await file.arrayBuffer())
  const files = attachments.flatMap(({ filename, content, related, mimeType }) =>
    // Logotypes of a signature are no attachment to anybody.
    related === true || mimeType.startsWith('image/') || typeof content === 'string'
      ? []
      : [new File([new Uint8Array(content)], filename ?? '')],
  )
  return { text: text !== undefined && text.trim() !== '' ? text : htmlText(html ?? ''), attachments: files }
}
