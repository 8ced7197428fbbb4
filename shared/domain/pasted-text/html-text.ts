/** Text of a clipboard that only has HTML: mails and tables of a browser. Linear, and never a document of its own. */

/** Elements that begin a line, and those whose content is not displayed. */
const BLOCKS =
  /^\/?(?:p|div|tr|li|ul|ol|table|h[1-6]|section|article|blockquote|pre|header|footer|dl|dt|dd|hr|br)$/i
const HIDDEN = /^(?:style|script|head|title|template)$/i
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  euro: '€',
  ordm: 'º',
  ordf: 'ª',
  ndash: '–',
  mdash: '—',
  middot: '·',
  aacute: 'á',
  eacute: 'é',
  iacute: 'í',
  oacute: 'ó',
  uacute: 'ú',
  uuml: 'ü',
  ntilde: 'ñ',
  ccedil: 'ç',
  agrave: 'à',
  egrave: 'è',
  ograve: 'ò',
  iuml: 'ï',
}

/** True for the source of a page or a part of one, pasted as text. */
export const isHtml = (text: string): boolean =>
  /^\s*(?:<\?xml[^>]*>\s*)?(?:<!doctype\s+html|<(?:html|head|body|div|p|table|span|b|ul|meta)[\s>])/i.test(
    text.slice(0, 200),
  ) && text.includes('</')

/** Text as a page would show it: a line for each block, a tab between the cells of a row. */
export function htmlText(html: string): string {
  const parts: string[] = []
  let hidden: string | null = null
  let isRow = false
  let isCell = false
  let at = 0
  while (at < html.length) {
    const open = html.indexOf('<', at)
    if (hidden === null) parts.push(readable(html.slice(at, open < 0 ? html.length : open)))
    if (open < 0) break
    const isComment = html.startsWith('<!--', open)
    const close = html.indexOf(isComment ? '-->' : '>', open)
    if (close < 0) break
    const name = /^\/?[a-z0-9]+/i.exec(html.slice(open + 1, open + 16))?.[0].toLowerCase() ?? ''
    if (hidden === null) {
      if (HIDDEN.test(name)) hidden = name
      else if (name === 'tr') {
        // Its end may be left out.
        if (isRow) parts.push('\n')
        isRow = true
        isCell = false
      } else if (name === '/tr' || name === '/table') {
        if (isRow) parts.push('\n')
        isRow = false
        isCell = false
      } else if (/^t[dh]$/.test(name)) isCell = true
      else if (/^\/t[dh]$/.test(name)) {
        isCell = false
        parts.push('\t')
      }
      // A paragraph of a cell does not end its row.
      else if (BLOCKS.test(name)) parts.push(isCell ? ' ' : '\n')
    } else if (name === `/${hidden}`) hidden = null
    at = close + (isComment ? 3 : 1)
  }
  return (
    parts
      .join('')
      // Blanks on both sides of a tag are one; and a long run of them would be looked through again from each.
      .replace(/ {2,}/g, ' ')
      .split('\n')
      .map((line) => line.replace(/^ +| +$|\t$/g, ''))
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim()
  )
}

/** Blanks of the source are one space; letters written as entities are letters. */
function readable(text: string): string {
  const words = text.replace(/[ \t\r\n]+/g, ' ')
  if (!words.includes('&')) return words
  return words.replace(/&(#x?[0-9a-f]{1,6}|[a-z]{2,8});/gi, (whole, name: string) => entity(name) ?? whole)
}

function entity(name: string): string | undefined {
  if (!name.startsWith('#')) {
    const letter = ENTITIES[name.toLowerCase()]
    return letter !== undefined && /^\p{Lu}/u.test(name) ? letter.toUpperCase() : letter
  }
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return code > 31 && code < 0x11_0000 && !(code >= 0xd800 && code < 0xe000)
    ? String.fromCodePoint(code)
    : undefined
}
