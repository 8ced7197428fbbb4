import type { Paper } from '#shared/bridge/papers.ts'
import type { Result } from '#shared/bridge/result.ts'
import { fileKindOf, HEAD_BYTES } from '#shared/domain/procedures/file-kind.ts'
import { openPdf } from '../pdf/load-pdf.ts'
import type { createPrintSheet } from '../pdf/print-sheet.ts'

type Sheet = ReturnType<ReturnType<typeof createPrintSheet>['begin']>

export interface PrintPapersDeps {
  papers: readonly Paper[]
  sheet: ReturnType<typeof createPrintSheet>
  read: (paper: Paper) => Promise<Result<Blob>>
  onPaper: (number: number) => void
  signal: AbortSignal
}

/**
 * Prints papers one after the other, in one go at the printer.
 * @returns how many could not be: they did not come, or are nothing that is drawn here
 */
export async function printPapers({
  papers,
  sheet,
  read,
  onPaper,
  signal,
}: PrintPapersDeps): Promise<number> {
  const paper = sheet.begin()
  let left = 0
  for (const [index, one] of papers.entries()) {
    onPaper(index + 1)
    const bytes = await read(one)
    if (signal.aborted || !paper.isCurrent()) return 0
    if (!bytes.ok || !(await add(paper, bytes.value))) left += 1
  }
  if (signal.aborted || !paper.isCurrent()) return 0
  if (left < papers.length) paper.print()
  return left
}

async function add(sheet: Sheet, bytes: Blob): Promise<boolean> {
  try {
    const kind = fileKindOf(new Uint8Array(await bytes.slice(0, HEAD_BYTES).arrayBuffer()))
    if (kind === 'jpeg' || kind === 'png') {
      const image = await createImageBitmap(bytes)
      sheet.addImage(image)
      image.close()
      return true
    }
    if (kind !== 'pdf') return false
    const task = await openPdf(await bytes.arrayBuffer())
    try {
      await sheet.add(await task.promise, () => {})
      return true
    } finally {
      void task.destroy()
    }
  } catch {
    // Damaged or protected: it is counted as one that is not printed.
    return false
  }
}
