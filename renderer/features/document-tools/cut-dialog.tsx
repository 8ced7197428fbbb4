import { FileWarning, Scissors } from 'lucide-react'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useId, useState, type KeyboardEvent, useRef, useEffectEvent } from 'react'
import { suggestCuts, recognisePage } from '#shared/domain/procedures/recognise-document.ts'
import { intakeText, guessReasons, readingTexts, toolsText as text } from '#shared/text/documents.ts'
import { documentLabel } from '#shared/text/labels.ts'
import { Button } from '../../design/button.tsx'
import { Field } from '../../design/fields.tsx'
import { Icon } from '../../design/icon.tsx'
import { Notice, NoticeWords, ScrollArea } from '../../design/layout.tsx'
import { TitledDialog } from '../../design/dialogs.tsx'
import { BusyLine } from '../../app/task-notice.tsx'
import { release } from '../../design/canvas-scale.ts'
import { drawPage, pageText, UNREAD, openPdf, pdfProblem } from '../pdf/feature.ts'
import {
  type CutPart,
  cutParts,
  groupsAt,
  MAX_PARTS,
  type ReadRanges,
  rangesText,
  toggledAt,
} from './page-ranges.ts'
import type { MadeDocument, ToolSource } from './tool-source.ts'
import { cutPdf, isSigned } from './pdf-edit.ts'
import { ToolFailure, ToolUndrawn, useTask } from './use-task.tsx'
import '../pdf/pdf.css'

interface CutDialogProps {
  source: ToolSource
  onAccept: (made: MadeDocument[]) => void
  onClose: () => void
}

/** Cuts a PDF of several papers into documents. Nothing changes until the user accepts. */
export function CutDialog({ source, onAccept, onClose }: CutDialogProps) {
  const pages = usePages(source)
  const title = text.cutTitle(source.name)
  if (pages.state === 'open' && pages.pdf.numPages > 1)
    return <Cutting {...{ source, title, onAccept, onClose }} pages={pages} />
  return (
    <TitledDialog
      title={title}
      onClose={onClose}
      actions={
        <Button data-safe onClick={onClose}>
          {text.close}
        </Button>
      }
    >
      {pages.state === 'opening' && <BusyLine words={text.opening} />}
      {pages.state === 'open' && <p>{text.onePage}</p>}
      {pages.state === 'failed' && (
        <ToolUndrawn words={pages.why === 'gone' ? intakeText.unreadable : readingTexts[pages.why]} />
      )}
    </TitledDialog>
  )
}

interface CuttingProps extends CutDialogProps {
  title: string
  pages: Extract<Pages, { state: 'open' }>
}

function Cutting({ source, title, pages, onAccept, onClose }: CuttingProps) {
  const { pdf, blob, signed, texts, types, read: isRead } = pages
  const last = pdf.numPages
  const [typed, setTyped] = useState(() => rangesText(groupsAt([], last)))
  const [touched, setTouched] = useState(false)
  const task = useTask()
  const suggested = suggestCuts(types)
  const hasCuts = suggested.length > 1
  const proposal = rangesText(groupsAt(suggested, last))
  // The proposal arrives when the pages have been read. It never replaces the user's own cuts.
  useEffect(() => {
    if (isRead && !touched) setTyped(proposal)
  }, [isRead, proposal, touched])
  const { read, parts, cuts, leftOut } = cutParts(typed, last, texts)
  const change = (next: string) => {
    setTouched(true)
    setTyped(next)
  }
  const toggle = (page: number) => {
    change(rangesText(read.ok ? toggledAt(read.groups, page, last) : groupsAt([page], last)))
  }
  const accept = async () => {
    if (parts.length === 0) return
    const blobs = await task.run((signal) =>
      cutPdf(
        blob,
        parts.map((part) => part.pages),
        signal,
      ),
    )
    if (!blobs) return
    const base = source.name.replace(/\.pdf$/i, '')
    onAccept(
      blobs.map((part, at) => ({
        file: new File([part], text.partName(base, parts[at]?.text ?? ''), { type: 'application/pdf' }),
        guess: { type: parts[at]?.type ?? 'other', reason: parts[at]?.reason ?? 'none' },
      })),
    )
  }
  return (
    <TitledDialog
      title={title}
      variant="full"
      dismissable={false}
      fills
      head={<h2 className="document-tools__title clip">{title}</h2>}
      onClose={onClose}
      actions={
        <>
          <p className="small muted dialog__start">{text.kept}</p>
          <Button data-safe onClick={task.busy ? task.cancel : onClose}>
            {text.cancel}
          </Button>
          <Button
            tone="primary"
            disabled={parts.length < 1 || (parts.length === 1 && leftOut === 0) || task.busy}
            onClick={() => void accept()}
          >
            {task.busy ? text.working : text.doCut(parts.length)}
          </Button>
        </>
      }
    >
      <div className="cut">
        <ScrollArea className="cut__pages" label={title} role="region">
          <PageGrid pdf={pdf} cuts={cuts} partOf={(page) => partNumber(parts, page)} onCut={toggle} />
        </ScrollArea>
        <div className="cut__side">
          <p className="small second">{text.cutHelp}</p>
          {signed && (
            <Notice tone="warn" icon={<Icon of={FileWarning} />}>
              <NoticeWords title={text.signed} body={text.signedAdvice} />
            </Notice>
          )}
          <Field
            label={text.groups}
            help={text.groupsHelp}
            value={typed}
            spellCheck={false}
            error={problemWords(read, last)}
            onChange={(event) => change(event.target.value)}
          />
          <Parts parts={parts} leftOut={leftOut} />
          {isRead && !touched && (
            <p className="small muted">{hasCuts ? text.suggested : text.notSuggested}</p>
          )}
          {task.busy && <BusyLine words={text.working} />}
          <ToolFailure failed={task.failed} />
        </div>
      </div>
    </TitledDialog>
  )
}

function Parts({ parts, leftOut }: { parts: readonly CutPart[]; leftOut: number }) {
  const id = useId()
  if (parts.length === 0) return null
  return (
    <div>
      <h3 className="cut__heading" id={id}>
        {text.parts}
      </h3>
      <ol className="cut__parts" aria-labelledby={id}>
        {parts.map((part, at) => (
          <li key={part.text}>
            <b>{text.part(at + 1)}</b> <span className="muted figures">{part.text}</span>
            <span className="small second">
              {text.partType(documentLabel(part.type), guessReasons[part.reason])}
            </span>
          </li>
        ))}
      </ol>
      {leftOut > 0 && <p className="small second">{text.leftOut(leftOut)}</p>}
    </div>
  )
}

function partNumber(parts: readonly CutPart[], page: number): number | null {
  const at = parts.findIndex(({ pages }) => pages.includes(page))
  return at < 0 ? null : at + 1
}

function problemWords(read: ReadRanges, last: number): string | undefined {
  if (read.ok) return undefined
  switch (read.problem) {
    case 'outside':
      return text.groupsOutside(last)
    case 'twice':
      return text.groupsTwice(read.page)
    case 'many':
      return text.tooManyParts(MAX_PARTS)
    default:
      return text.groupsWrong
  }
}

interface PageGridProps {
  pdf: PDFDocumentProxy
  /** Pages before which a document begins. */
  cuts: ReadonlySet<number>
  /** Number of the document that contains a page; `null` for a page that is left out. */
  partOf: (page: number) => number | null
  onCut: (page: number) => void
}

/**
 * All pages, with a cut button before each page but the first. The grid is one tab stop: the arrow keys move between
 * the cuts.
 */
function PageGrid({ pdf, cuts, partOf, onCut }: PageGridProps) {
  const [active, setActive] = useState(2)
  const grid = useRef<HTMLOListElement>(null)
  const last = pdf.numPages
  const keyDown = (event: KeyboardEvent) => {
    const to =
      event.key === 'ArrowRight' || event.key === 'ArrowDown'
        ? Math.min(last, active + 1)
        : event.key === 'ArrowLeft' || event.key === 'ArrowUp'
          ? Math.max(2, active - 1)
          : event.key === 'Home'
            ? 2
            : event.key === 'End'
              ? last
              : null
    if (to === null || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    setActive(to)
    grid.current?.querySelector<HTMLElement>(`[data-cut="${to}"]`)?.focus()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ol ref={grid} className="page-grid" onKeyDown={keyDown}>
      {Array.from({ length: last }, (_, at) => at + 1).map((page) => {
        const part = partOf(page)
        return (
          <li key={page} className="thumb" data-out={part === null || undefined}>
            {page > 1 && (
              <button
                type="button"
                className="thumb__cut"
                data-cut={page}
                aria-pressed={cuts.has(page)}
                aria-label={text.cutBefore(page)}
                title={text.cutBefore(page)}
                tabIndex={page === active ? 0 : -1}
                onFocus={() => setActive(page)}
                onClick={() => onCut(page)}
              >
                <Icon of={Scissors} />
              </button>
            )}
            <PageThumb pdf={pdf} number={page} />
            <span className="thumb__number tiny figures">
              {page}
              {part !== null && <b> · {text.part(part)}</b>}
            </span>
          </li>
        )
      })}
    </ol>
  )
}

/** Longest side of a thumbnail, in device pixels. */
const THUMB_PX = 260

/** Thumbnail of a page, drawn when it comes into view. */
function PageThumb({ pdf, number }: { pdf: PDFDocumentProxy; number: number }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    const element = canvas.current
    if (!element) return
    const stop = new AbortController()
    const draw = async () => {
      const page = await pdf.getPage(number)
      const { width, height } = page.getViewport({ scale: 1 })
      const scale = THUMB_PX / Math.max(width, height)
      const { canvas: drawing, isWhole } = await drawPage({ pdf, number, scale, signal: stop.signal })
      if (!stop.signal.aborted) {
        element.width = drawing.width
        element.height = drawing.height
        element.getContext('2d')?.drawImage(drawing, 0, 0)
        element.dataset['drawn'] = 'true'
        if (!isWhole) setProblem(text.pageInPart)
      }
      release(drawing)
    }
    const seen = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return
      seen.disconnect()
      draw().catch(() => {
        if (!stop.signal.aborted) setProblem(text.pageBroken)
      })
    })
    seen.observe(element)
    return () => {
      stop.abort()
      seen.disconnect()
      release(element)
    }
  }, [pdf, number])
  return (
    <span className="thumb__paper">
      <canvas ref={canvas} className="thumb__page" role="img" aria-label={text.page(number)} />
      {problem !== null && <span className="thumb__problem tiny">{problem}</span>}
    </span>
  )
}

/** Maximum number of pages whose text is read to propose cuts, and the time limit for the read. */
const MAX_READ = 60
const MAX_READ_MS = 8_000

type Pages =
  | { state: 'opening' }
  | { state: 'failed'; why: 'locked' | 'damaged' | 'form' | 'gone' }
  | {
      state: 'open'
      blob: Blob
      /** True if the PDF has a digital signature. A document cut from it has none. */
      signed: boolean
      pdf: PDFDocumentProxy
      /** Text of each page read so far. */
      texts: readonly string[]
      /** Type of each page read so far. `read` is true once every page that will be read has been read. */
      types: readonly (string | null)[]
      read: boolean
    }

/** Opens a PDF, and reads the text of its first pages to recognise their types. */
function usePages(source: ToolSource): Pages {
  const [pages, setPages] = useState<Pages>({ state: 'opening' })
  const readSource = useEffectEvent(source.read)
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    let close = () => {}
    const open = async () => {
      const blob = await readSource(signal)
      if (signal.aborted) return
      if (!blob) return setPages({ state: 'failed', why: 'gone' })
      const bytes = await blob.arrayBuffer()
      const signed = isSigned(bytes)
      const opened = await openPdf(bytes)
      close = opened.close
      if (signal.aborted) return close()
      const pdf = await opened.pdf
      if (signal.aborted) return
      const until = performance.now() + MAX_READ_MS
      const texts: string[] = []
      const show = (read: boolean) =>
        setPages({
          state: 'open',
          blob,
          signed,
          pdf,
          texts: [...texts],
          types: texts.map(recognisePage),
          read,
        })
      show(false)
      while (texts.length < Math.min(pdf.numPages, MAX_READ) && performance.now() < until) {
        texts.push(await pageText(pdf, texts.length + 1).catch(() => ''))
        if (signal.aborted) return
      }
      show(true)
    }
    open().catch((error: unknown) => {
      if (!signal.aborted) setPages({ state: 'failed', why: UNREAD[pdfProblem(error)] })
    })
    return () => {
      stop.abort()
      close()
    }
  }, [source.id])
  return pages
}
