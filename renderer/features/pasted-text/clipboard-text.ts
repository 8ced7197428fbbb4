import { htmlText, isHtml } from '#shared/domain/pasted-text/html-text.ts'

/** Text of what was pasted: as text if there is any, or that of its HTML. Empty for files and pictures. */
export function clipboardText(data: Pick<DataTransfer, 'getData'> | null): string {
  if (!data) return ''
  const plain = data.getData('text/plain')
  if (plain.trim() === '') return htmlText(data.getData('text/html'))
  return asText(plain)
}

/** The source of a page is read as the page; any other text stays as it is, with its line ends made one. */
export const asText = (text: string): string => (isHtml(text) ? htmlText(text) : text).replace(/\r\n?/g, '\n')
