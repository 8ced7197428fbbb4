import { measureRecognition } from '#tests/fixtures/papers/measure.ts'
import { paperBytes } from '#tests/fixtures/papers/bytes.ts'
import { type Paper, PAPERS } from '#tests/fixtures/papers/papers.ts'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** Precision and recall of recognition on the set of papers, read by the PDF reader of the product; and each failure. */
async function textOf(paper: Paper): Promise<string> {
  if (paper.pages.length === 0) return ''
  const task = getDocument({ data: paperBytes(paper), verbosity: 0 })
  const pdf = await task.promise
  const words: string[] = []
  // As many as the window reads (renderer/features/documents/read-document.ts).
  for (let number = 1; number <= Math.min(3, pdf.numPages); number += 1) {
    const { items } = await (await pdf.getPage(number)).getTextContent()
    words.push(items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''))
  }
  await task.destroy()
  return words.join('\n')
}

const percent = (part: number) => `${(part * 100).toFixed(1)} %`.padStart(8)
const { types, precision, recall, failures } = await measureRecognition(PAPERS, textOf)
const lines = [
  `recognition of ${PAPERS.length} papers`,
  `${'type'.padEnd(32)} papers precision   recall`,
  ...types.map(
    (one) =>
      `${one.type.padEnd(32)} ${String(one.n).padStart(6)} ${percent(one.precision)} ${percent(one.recall)}`,
  ),
  `${'all'.padEnd(32)} ${String(PAPERS.length).padStart(6)} ${percent(precision)} ${percent(recall)}`,
  ...failures.map((one) => `failed: ${one.name}: ${one.expected}, said ${one.type} (${one.reason})`),
]
process.stdout.write(`${lines.join('\n')}\n`)
