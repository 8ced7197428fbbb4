import { CircleAlert, CircleCheck, FileText, Image, Link, X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import type { DraftDocument } from '#shared/bridge/procedures.ts'
import { documentsText as text, fileFacts } from '#shared/text/documents.ts'
import { readingFacts } from '#shared/text/document-tools.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { IconButton } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { NoticeWords } from '../../design/layout.tsx'
import { useAriaKeys } from '../../shortcuts/key-hints.tsx'
import { useFocusShortcuts } from '../../shortcuts/handlers.ts'
import { DocumentReadingNote, isMinor } from './document-reading-note.tsx'
import { DocumentType } from './document-type.tsx'
import { retypeByKey } from './retype-by-key.ts'

export interface DocumentRowProps {
  document: DraftDocument
  /** True if previewed. */
  current: boolean
  /** Actions on the document; none once the draft is being sent. */
  ways?: { view: () => void; retype: (type: string) => void; remove: () => void }
}

/** Document of the draft: name, type and upload state. */
export function DocumentRow({ document, current, ways }: DocumentRowProps) {
  const { name, source, mime, preview, state, error, reading } = document
  const takes = useFocusShortcuts()
  const ariaKeys = useAriaKeys()
  const drawing = source === 'link' ? Link : mime?.startsWith('image/') ? Image : FileText
  // A document already in the service keeps its type there.
  const mine = source === 'service' ? undefined : ways
  const keyDown = (event: KeyboardEvent) =>
    takes(event, {
      'documents.remove': mine?.remove,
      'documents.type': mine && (({ key }) => retypeByKey(document, key, mine.retype)),
    })
  const facts = factsOf(document)
  const what = (
    <>
      <Icon of={drawing} />
      <span className="draft-document__words">
        <span className="draft-document__name">{name}</span>
        {facts && <span className="tiny muted draft-document__facts">{facts}</span>}
      </span>
    </>
  )
  return (
    <li
      className="draft-document"
      data-document={document.id}
      data-help={document.type ? `input:${document.type}` : undefined}
    >
      {preview && ways ? (
        <button
          type="button"
          className="row draft-document__what"
          aria-label={`${text.viewOf(name)}${facts ? `. ${facts}` : ''}`}
          aria-pressed={current}
          {...(mine && ariaKeys('documents.remove'))}
          onClick={ways.view}
          onKeyDown={keyDown}
        >
          {what}
        </button>
      ) : (
        <div className="draft-document__what">{what}</div>
      )}
      <DocumentType document={document} quick {...(mine && { onChange: mine.retype })} />
      {mine ? (
        <IconButton icon={X} label={text.remove(name)} named onClick={mine.remove} onKeyDown={keyDown} />
      ) : (
        <span className="draft-document__state tiny second">
          {state === 'uploaded' && <Icon of={CircleCheck} />}
          {text.states[state]}
        </span>
      )}
      {state === 'uploading' && document.size !== undefined && (
        <progress
          className="draft-document__more"
          aria-label={text.states.uploading}
          value={Math.min(document.sentBytes ?? 0, document.size)}
          max={document.size}
        />
      )}
      {mine && !error && reading && !isMinor(reading) && <DocumentReadingNote reading={reading} />}
      {error && (
        <div className="draft-document__more draft-document__why small">
          <Icon of={CircleAlert} />
          <NoticeWords title={errorTexts[error.code].title} body={errorTexts[error.code].advice} />
          {error.detail && <p className="quote">{error.detail}</p>}
        </div>
      )}
    </li>
  )
}

function factsOf({ source, url, mime, size, state, sentBytes, preview, reading }: DraftDocument): string {
  if (source === 'service') return text.atService
  if (source === 'link') return `${text.fromLink} · ${hostOf(url ?? '')}`
  if (state === 'uploading' && size !== undefined) return text.uploadingOf(sentBytes ?? 0, size)
  return [fileFacts(mime, size), !preview && text.gone, isMinor(reading) && readingFacts[reading]]
    .filter(Boolean)
    .join(' · ')
}

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).hostname : url)
