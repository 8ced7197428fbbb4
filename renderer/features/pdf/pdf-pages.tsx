import { ChevronLeft, ChevronRight, Download, Printer, ZoomIn, ZoomOut } from 'lucide-react'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useLayoutEffect, useRef, useState, type FormEvent } from 'react'
import { pdfText as text } from '#shared/text/documents.ts'
import { Button, IconButton } from '../../design/button.tsx'
import { TransferBar } from '../../design/layout.tsx'
import { isTyping, NOT_MINE, useShortcuts } from '../../app/shortcuts.ts'
import { GAP_PX } from './page-places.ts'
import { PageRoll } from './page-roll.tsx'
import { Field } from '../../design/fields.tsx'
import { TitledDialog } from '../../design/dialogs.tsx'
import { MAX_PRINT_PAGES, type PageRange, usePrintSheet } from './print-sheet.ts'
import { usePagePlaces, usePageWindow } from './use-page-window.ts'
import { showToast } from '../../app/toasts.ts'

/** Printing state: asking for a range, or preparing pages. */
type Printing = { state: 'asking' } | { state: 'preparing'; done: number; range: PageRange }

/**
 * Prints the pages of a PDF without the rest of the window. A short PDF is printed whole. The user chooses a range of
 * a long PDF.
 */
function usePrintPdf(pdf: PDFDocumentProxy) {
  const [printing, setPrinting] = useState<Printing | null>(null)
  const { sheet, begin, stop } = usePrintSheet()

  const run = async (range: PageRange) => {
    const signal = begin()
    const job = sheet.begin()
    const onPage = (page: number) => setPrinting({ state: 'preparing', done: page - range.from, range })
    const failed = await job.add({ pdf, range, onPage, signal })
    if (failed === null) return
    setPrinting(null)
    if (failed > 0) showToast(text.pagesBroken(failed), 'failed')
    job.print()
  }
  return {
    printing,
    print: () => {
      if (printing) return
      if (pdf.numPages > MAX_PRINT_PAGES) setPrinting({ state: 'asking' })
      else void run({ from: 1, to: pdf.numPages })
    },
    printRange: (range: PageRange) => void run(range),
    stop: () => {
      stop()
      setPrinting(null)
    },
  }
}

const ZOOMS = [0.1, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3] as const
/** Minimum zoom, unless the whole width of a page needs a smaller zoom. */
const MIN_ZOOM = 0.5

export interface PdfPagesProps {
  pdf: PDFDocumentProxy
  title: string
  saving: boolean
  onSave: () => void
  onClose: () => void
}

/** Pages of a PDF, with their actions: go to a page, zoom, save, print. */
export function PdfPages({ pdf, title, saving, onSave, onClose }: PdfPagesProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const known = usePagePlaces(pdf)
  const { places } = known
  const [fit, setFit] = useState(1)
  const [zoom, setZoom] = useState(1)
  const view = usePageWindow({ pdf, places, zoom, scroller })
  const { printing, print, printRange, stop } = usePrintPdf(pdf)
  const { page } = view
  const pages = pdf.numPages

  const firstWidth = places.size(1).width
  useEffect(() => scroller.current?.focus(), [])
  // Runs before paint. If the viewport is narrower than the page, zooms out to the whole width of the page.
  useLayoutEffect(() => {
    const room = (scroller.current?.clientWidth ?? firstWidth) - 2 * GAP_PX
    const fitting = room > 0 ? Math.min(1, room / firstWidth) : 1
    setFit(fitting)
    setZoom(fitting)
  }, [firstWidth])

  const goTo = (wanted: number) => view.goTo(Math.min(Math.max(1, wanted), pages))
  const zooms = [...ZOOMS.filter((one) => one !== fit && one >= Math.min(fit, MIN_ZOOM)), fit].toSorted(
    (a, b) => a - b,
  )
  const nearer = (step: 1 | -1) => {
    const next = step > 0 ? zooms.find((one) => one > zoom) : zooms.findLast((one) => one < zoom)
    if (next !== undefined) setZoom(next)
  }
  useShortcuts({
    'pdf.save': onSave,
    'pdf.print': print,
    'pdf.nearer': () => nearer(1),
    'pdf.farther': () => nearer(-1),
    'pdf.real': () => setZoom(1),
    'pdf.page': ({ key }) => goTo(page + (key === 'PageDown' ? 1 : -1)),
    // A busy Chromium may scroll nowhere for these keys. In the field of the page they move in the number.
    'pdf.end': ({ key, target }) =>
      isTyping(target) ? NOT_MINE : key === 'Home' ? view.goTo(1) : view.goTo(pages, 1),
  })
  return (
    <div className="pdf">
      <div className="pdf__bar" role="toolbar" aria-label={text.title}>
        <h2 className="clip">{title}</h2>
        <span className="pdf__group">
          <IconButton
            icon={ChevronLeft}
            label={text.previous}
            disabled={page <= 1}
            onClick={() => goTo(page - 1)}
          />
          <PageField
            page={page}
            pages={pages}
            onGo={(wanted) => {
              goTo(wanted)
              scroller.current?.focus()
            }}
          />
          <IconButton
            icon={ChevronRight}
            label={text.next}
            disabled={page >= pages}
            onClick={() => goTo(page + 1)}
          />
        </span>
        <span className="pdf__group">
          <IconButton
            icon={ZoomOut}
            label={text.zoomOut}
            disabled={zoom <= (zooms[0] ?? 0)}
            onClick={() => nearer(-1)}
          />
          <span className="small figures pdf__zoom" role="status">
            {text.zoom(Math.round(zoom * 100))}
          </span>
          <IconButton
            icon={ZoomIn}
            label={text.zoomIn}
            disabled={zoom >= (zooms.at(-1) ?? 0)}
            onClick={() => nearer(1)}
          />
        </span>
      </div>
      <PageRoll
        className="pdf__pages"
        label={title}
        scroller={scroller}
        pages={view}
        {...{ pdf, zoom, known }}
      />
      {printing?.state === 'preparing' && (
        <div className="pdf__printing">
          <TransferBar
            label={text.preparing(printing.done + 1, printing.range.to - printing.range.from + 1)}
            progress={{ loaded: printing.done, total: printing.range.to - printing.range.from + 1 }}
            cancelLabel={text.cancel}
            onCancel={stop}
          />
        </div>
      )}
      {printing?.state === 'asking' && (
        <PrintRange {...{ pages, page, saving, onSave }} onPrint={printRange} onClose={stop} />
      )}
      <div className="dialog__actions">
        <Button icon={Printer} disabled={printing !== null} onClick={print}>
          {text.print}
        </Button>
        <Button tone="primary" icon={Download} disabled={saving} onClick={onSave}>
          {text.save}
        </Button>
        <Button onClick={onClose}>{text.close}</Button>
      </div>
    </div>
  )
}

interface PageFieldProps {
  page: number
  pages: number
  onGo: (page: number) => void
}

/** Number of the current page, and a field to go to another page. */
function PageField({ page, pages, onGo }: PageFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wanted = Number(typed ?? page)
    setTyped(null)
    if (Number.isInteger(wanted)) onGo(wanted)
  }
  return (
    <form className="page-field small figures" onSubmit={submit} noValidate>
      <input
        className="page-field__input"
        aria-label={text.goToPage}
        inputMode="numeric"
        autoComplete="off"
        maxLength={9}
        value={typed ?? page}
        onChange={(event) => setTyped(event.target.value.replace(/\D/g, ''))}
        onBlur={() => setTyped(null)}
        onFocus={(event) => event.target.select()}
      />
      <span role="status" aria-label={text.pageOf(page, pages)}>
        {text.ofPages(pages)}
      </span>
    </form>
  )
}

interface PrintRangeProps {
  pages: number
  page: number
  saving: boolean
  onPrint: (range: PageRange) => void
  onSave: () => void
  onClose: () => void
}

/** Asks for the pages of a long document to print: not all of them fit in one job. */
function PrintRange({ pages, page, saving, onPrint, onSave, onClose }: PrintRangeProps) {
  const [from, setFrom] = useState(String(page))
  const [to, setTo] = useState(String(Math.min(pages, page + MAX_PRINT_PAGES - 1)))
  const [strict, setStrict] = useState(false)
  const range = { from: wholeNumber(from), to: wholeNumber(to) }
  const problem = rangeProblem(range, pages)

  const submit = () => {
    setStrict(true)
    if (problem === null) onPrint(range)
  }
  const field = { inputMode: 'numeric', autoComplete: 'off', maxLength: 9, width: 'number' } as const
  return (
    <TitledDialog
      title={text.rangeTitle}
      actions={
        <>
          <Button tone="primary" type="submit">
            {text.print}
          </Button>
          <Button disabled={saving} onClick={onSave}>
            {text.save}
          </Button>
          <Button onClick={onClose}>{text.cancel}</Button>
        </>
      }
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{text.rangeBody(pages, MAX_PRINT_PAGES)}</p>
      <div className="print-range__fields">
        <Field
          {...field}
          label={text.rangeFrom}
          value={from}
          aria-invalid={strict && problem !== null}
          onChange={(event) => setFrom(event.target.value)}
        />
        <Field
          {...field}
          label={text.rangeTo}
          value={to}
          aria-invalid={strict && problem !== null}
          onChange={(event) => setTo(event.target.value)}
        />
      </div>
      {strict && problem !== null && (
        <p className="print-range__problem" role="alert">
          {problem}
        </p>
      )}
    </TitledDialog>
  )
}

const wholeNumber = (typed: string): number => (/^\s*\d+\s*$/.test(typed) ? Number(typed) : Number.NaN)

function rangeProblem({ from, to }: PageRange, pages: number): string | null {
  if (!(from >= 1 && to >= from && to <= pages)) return text.rangeWrong(pages)
  const asked = to - from + 1
  return asked > MAX_PRINT_PAGES ? text.rangeTooLong(asked, MAX_PRINT_PAGES) : null
}
