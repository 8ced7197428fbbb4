import { renderToStaticMarkup } from 'react-dom/server.browser'
import { createDocumentReader, readPicture } from '#renderer/features/pdf/read-document.ts'
import { CSS_PER_POINT, drawPage } from '#renderer/features/pdf/draw-page.ts'
import { openPdf, pdfProblem } from '#renderer/features/pdf/load-pdf.ts'
import { type ListFile, UnreadableList } from '#renderer/features/plate-lists/list-file.ts'
import { ListFilePart } from '#renderer/features/plate-lists/list-file-part.tsx'
import { platesOf } from '#renderer/features/plate-lists/opened-table.ts'
import { readListFile } from '#renderer/features/plate-lists/read-list-file.ts'
import { type ListFileState, openedFile } from '#renderer/features/plate-lists/use-list-file.ts'
import { platesInText } from '#shared/domain/plate-list.ts'
import { type FileKind, fileKindOf, HEAD_BYTES } from '#shared/domain/procedures/document-file.ts'
import { previewText, pdfText, readingFacts, readingTexts } from '#shared/text/documents.ts'
import { newPlateListText } from '#shared/text/plate-lists.ts'

/** Answer of the application to one file. */
export interface CorpusAnswer {
  /** Rows of sheets, lines of a text, or pages of a PDF. */
  rows: number
  plates: number
  /** Texts of the screen about the file. */
  told: string[]
  /** False if the file, or a part of it, was not read. */
  isWhole: boolean
  /** An error that the screens do not translate. */
  raw?: string
  /** Pages that were drawn blank although they have marks. */
  blankPages: number[]
}

declare global {
  interface Window {
    readCorpusFile: (address: string, name: string, pages: number) => Promise<CorpusAnswer>
  }
}

/** Reads a file as the application does: PDFs and pictures as documents of a procedure, others as lists. */
window.readCorpusFile = async (address, name, pages) => {
  const file = new File([await (await fetch(address)).blob()], name)
  const kind = fileKindOf(new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer()))
  try {
    return await (kind === null ? readList(file) : readPaper(file, kind, pages))
  } catch (error) {
    return { rows: 0, plates: 0, told: [], isWhole: false, raw: String(error), blankPages: [] }
  }
}

async function readList(file: File): Promise<CorpusAnswer> {
  const { signal } = new AbortController()
  let read: ListFile
  try {
    read = await readListFile(file, signal)
  } catch (error) {
    if (!(error instanceof UnreadableList)) throw error
    const told = textsOf({ state: 'failed', name: '', problem: error.problem })
    return { rows: 0, plates: 0, told, isWhole: false, blankPages: [] }
  }
  const state = (await openedFile(file.name, read, signal))!
  const sheetRows = read.sheets.flatMap(({ rows }) => rows).filter((row) => row.length > 0).length
  const lines = read.plates ? read.plates.plates.length : linesIn(read.text)
  const found = state.state === 'table' ? platesOf(state.table) : (read.plates ?? platesInText(read.text))
  // The list beside the file says it.
  const none = found.plates.length === 0 && read.plates ? [newPlateListText.none] : []
  return {
    rows: sheetRows + lines,
    plates: found.plates.length,
    told: [...textsOf(state), ...none],
    isWhole: read.unread.length === 0 && read.sheets.every(({ farCells }) => farCells.length === 0),
    blankPages: [],
  }
}

const linesIn = (text: string) => text.split('\n').filter((line) => line.trim() !== '').length

/** Notices and remarks that the screen shows about a file. */
function textsOf(state: ListFileState): string[] {
  const markup = renderToStaticMarkup(<ListFilePart file={state} onChange={() => {}} onClose={() => {}} />)
  const shown = new DOMParser().parseFromString(markup, 'text/html')
  return [...shown.querySelectorAll('.notice, p.small')].map(({ textContent }) => textContent.trim())
}

const reader = createDocumentReader()

async function readPaper(file: File, kind: FileKind, pages: number): Promise<CorpusAnswer> {
  const { reading } = await reader.read(file, new AbortController().signal)
  const answer: CorpusAnswer = { rows: 0, plates: 0, told: [], isWhole: true, blankPages: [] }
  if (reading === 'scan' || reading === 'slow') answer.told.push(readingFacts[reading])
  else if (reading) answer.told.push(readingTexts[reading].title)
  if (kind === 'heic') answer.told.push(previewText.heicTitle)
  else if (kind === 'pdf') await drawPdf(file, pages, answer)
  else await drawPicture(file, answer)
  return answer
}

async function drawPicture(file: File, answer: CorpusAnswer): Promise<void> {
  try {
    ;(await readPicture(file)).close()
    answer.rows = 1
  } catch {
    answer.told.push(previewText.brokenTitle)
    answer.isWhole = false
  }
}

const PDF_PROBLEMS = {
  protected: previewText.protectedTitle,
  form: previewText.formTitle,
  broken: previewText.brokenTitle,
  'not-a-pdf': previewText.brokenTitle,
}

/** Opens a PDF and draws its first pages, each with what is told of it. */
async function drawPdf(file: File, pages: number, answer: CorpusAnswer): Promise<void> {
  const { signal } = new AbortController()
  let close = () => {}
  try {
    const opened = await openPdf(await file.arrayBuffer())
    close = opened.close
    const pdf = await opened.pdf
    for (let number = 1; number <= Math.min(pages, pdf.numPages); number += 1) {
      const drawn = await drawPage({ pdf, number, scale: CSS_PER_POINT, signal }).catch(() => null)
      if (drawn) answer.rows += 1
      if (!drawn?.isWhole) {
        answer.told.push(drawn ? pdfText.pageInPart(number) : pdfText.pageBroken(number))
        answer.isWhole = false
      } else if (isBlank(drawn.canvas) && (await hasMarks(pdf, number))) answer.blankPages.push(number)
    }
  } catch (error) {
    answer.told.push(PDF_PROBLEMS[pdfProblem(error)])
    answer.isWhole = false
  } finally {
    close()
  }
}

function isBlank(canvas: OffscreenCanvas): boolean {
  const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {}
  return data === undefined || new Uint32Array(data.buffer).every((pixel, _, all) => pixel === all[0])
}

/** True if the page's content draws a picture, or visible text. */
async function hasMarks(pdf: Awaited<Awaited<ReturnType<typeof openPdf>>['pdf']>, number: number) {
  const { OPS } = await import('pdfjs-dist')
  const { fnArray } = await (await pdf.getPage(number)).getOperatorList()
  const marks: ReadonlySet<number> = new Set([
    OPS.showText,
    OPS.paintImageXObject,
    OPS.paintInlineImageXObject,
    OPS.paintImageMaskXObject,
  ])
  return fnArray.some((operator) => marks.has(operator))
}
