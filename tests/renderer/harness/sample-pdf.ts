import { writePdf } from '#tests/fakes/write-pdf.ts'

/** Real PDF, written by hand: text in a font that every PDF reader has. */
export function samplePdf(pages: readonly (readonly string[])[]): Uint8Array {
  const font = 3
  const pageIds = pages.map((_, index) => 4 + index * 2)
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pageIds.map((id) => `${id} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((lines, index) => {
      const text = lines
        .map((line, at) => `BT /F1 ${at === 0 ? 20 : 11} Tf 60 ${770 - at * 28} Td (${escape(line)}) Tj ET`)
        .join('\n')
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${5 + index * 2} 0 R /Resources << /Font << /F1 ${font} 0 R >> >> >>`,
        `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
      ]
    }),
  ]
  return writePdf(objects)
}

const escape = (text: string) => text.replace(/[\\()]/g, String.raw`\$&`)
