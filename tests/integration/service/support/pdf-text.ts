import { inflateSync } from 'node:zlib'

/** Text of a PDF with standard fonts, in drawing order: enough to check a document's words. */
export function pdfText(pdf: Buffer): string {
  const file = pdf.toString('latin1')
  if (!file.startsWith('%PDF-') || !file.trimEnd().endsWith('%%EOF')) throw new Error('This is not a PDF.')
  const lines: string[] = []
  for (const [, stream = ''] of file.matchAll(/stream\n([^]*?)\nendstream/g)) {
    const content = inflate(Buffer.from(stream, 'latin1'))
    for (const [, shown = ''] of content.matchAll(/\[([^\]]*)\] TJ/g)) {
      const hex = [...shown.matchAll(/<([0-9a-f]+)>/gi)].map(([, digits]) => digits).join('')
      lines.push(new TextDecoder('windows-1252').decode(Buffer.from(hex, 'hex')))
    }
  }
  return lines.join('\n')
}

/** Number of pages, by its page objects. */
export const pdfPages = (pdf: Buffer): number =>
  [...pdf.toString('latin1').matchAll(/\/Type \/Page\b(?!s)/g)].length

function inflate(bytes: Buffer): string {
  try {
    return inflateSync(bytes).toString('latin1')
  } catch {
    return ''
  }
}
