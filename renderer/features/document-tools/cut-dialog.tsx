import { FileWarning } from 'lucide-react'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useId, useState } from 'react'
import { suggestCuts } from '#shared/domain/procedures/recognise-document.ts'
import { guessReasons, readingTexts, toolsText as text } from '#shared/text/document-tools.ts'
import { intakeText } from '#shared/text/documents.ts'
import { documentLabel } from '#shared/text/labels.ts'
import { Button } from '../../design/button.tsx'
import { Field } from '../../design/fields.tsx'
import { Icon } from '../../design/icon.tsx'
import { Notice, NoticeWords, ScrollArea } from '../../design/layout.tsx'
import { TitledDialog } from '../../design/dialogs.tsx'
import { BusyLine } from '../frame/task-notice.tsx'
import { type CutPart, cutParts } from './cut-parts.ts'
import { groupsAt, MAX_PARTS, type ReadRanges, rangesText, toggledAt } from './page-ranges.ts'
import { PageGrid } from './page-grid.tsx'
import type { MadeDocument, ToolSource } from './tool-source.ts'
import { cutPdf } from './pdf-edit.ts'
import { ToolFailure, ToolUndrawn } from './tool-failure.tsx'
import { type Pages, usePages } from './use-pages.ts'
import { useTask } from './use-task.ts'
import './document-tools.css'

export interface CutDialogProps {
  source: ToolSource
  onAccept: (made: MadeDocument[]) => void
  onClose: () => void
}

/** A PDF of several papers, cut into documents. Nothing changes until it is accepted. */
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
  // The proposal comes when the pages are read; what the user has touched stays.
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
          <PageGrid pdf={pdf} cuts={cuts} partOf={(page) => partOf(parts, page)} onCut={toggle} />
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

function partOf(parts: readonly CutPart[], page: number): number | null {
  const at = parts.findIndex(({ pages }) => pages.includes(page))
  return at < 0 ? null : at + 1
}

function problemWords(read: ReadRanges, last: PDFDocumentProxy['numPages']): string | undefined {
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
