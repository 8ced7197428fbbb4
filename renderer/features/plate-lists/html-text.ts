/** Elements whose end is the end of a line; cells of a table are apart by tabs. */
const LINES = /<(?:br|hr)\b[^>]*>|<\/(?:tr|p|div|li|h[1-6]|table|ul|ol)\s*>/gi
const CELLS = /<\/t[dh]\s*>/gi
const UNSEEN = /<(script|style|head|title)\b[^>]*>[^]*?<\/\1\s*>|<!--[^]*?-->/gi
const TAG = /<\/?[a-z!][^<>]*>/gi
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  aacute: 'á',
  eacute: 'é',
  iacute: 'í',
  oacute: 'ó',
  uacute: 'ú',
  ntilde: 'ñ',
  uuml: 'ü',
  euro: '€',
}

/** True for a page: programs export tables as one, often under the name of a workbook. */
export const isHtml = (text: string): boolean =>
  /^\s*(?:<\?xml[^>]*>\s*)?<(?:!doctype\s+html|html|head|body|table|meta)\b/i.test(text)

/** Text of a page with a line for each row of its tables. Nothing of it is run or loaded. */
export function htmlText(html: string): string {
  const lines = html
    .replaceAll(UNSEEN, ' ')
    // Line breaks of the source are spaces.
    .replaceAll(/\s+/g, ' ')
    // A paragraph inside of a cell does not end the row.
    .replaceAll(/<\/(?:p|div|span|font)\s*>(?=\s*(?:<\/(?:p|div|span|font)\s*>\s*)*<\/t[dh])/gi, '')
    .replaceAll(CELLS, '\t')
    .replaceAll(LINES, '\n')
    .replaceAll(TAG, '')
    .replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{2,8}));/gi, decodeEntity)
  return lines
    .split('\n')
    .map((line) => line.replaceAll(/ *\t */g, '\t').replace(/^ +|[ \t]+$/g, ''))
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
}

function decodeEntity(whole: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole
  const code = decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal)
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
}
