import { isHtml } from '#shared/domain/pasted-text/is-html.ts'

/** Text of what was pasted, or a promise of it where it is the source of a page. Empty for files and pictures. */
export function clipboardText(data: Pick<DataTransfer, 'getData'> | null): string | Promise<string> {
  if (!data) return ''
  const plain = data.getData('text/plain')
  if (plain.trim() !== '') return asText(plain)
  const html = data.getData('text/html')
  return html === '' ? '' : pageText(html)
}

/** The source of a page is read as the page; any other text stays as it is, with its line ends made one. */
export const asText = (text: string): string | Promise<string> =>
  isHtml(text) ? pageText(text) : text.replace(/\r\n?/g, '\n')

/** The reader of pages is loaded when the first one is pasted. */
async function pageText(html: string): Promise<string> {
  const { htmlText } = await import('#shared/domain/pasted-text/html-text.ts')
  return htmlText(html)
}
