import { measureRecognition } from '#tests/fixtures/papers/measure.ts'
import { paperBytes } from '#tests/fixtures/papers/bytes.ts'
import { LATER_PAPERS, type Paper, PAPERS } from '#tests/fixtures/papers/papers.ts'
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
async function report(title: string, papers: readonly Paper[]): Promise<string[]> {
  const { types, precision, recall, failures } = await measureRecognition(papers, textOf)
  const row = (name: string, n: number, right: number, found: number) =>
    `${name.padEnd(32)} ${String(n).padStart(6)} ${percent(right)} ${percent(found)}`
  return [
    title,
    `${'type'.padEnd(32)} papers precision   recall`,
    ...types.map((one) => row(one.type, one.n, one.precision, one.recall)),
    row('all', papers.length, precision, recall),
    ...failures.map((one) => `failed: ${one.name}: ${one.expected}, said ${one.type} (${one.reason})`),
    '',
  ]
}

const lines = [
  ...(await report('recognition of the set of papers', PAPERS)),
  ...(await report('of papers that the rules were not made with', LATER_PAPERS)),
]
process.stdout.write(`${lines.join('\n')}\n`)
