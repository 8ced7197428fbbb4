import { Images, CircleAlert, CircleCheck, FileText, Image, Link, X, RotateCw, Scissors } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import type { Draft, DraftDocument } from '#shared/bridge/procedures.ts'
import { checklistOf } from '#shared/domain/procedures/checklists.ts'
import { needsOwner } from '#shared/domain/procedures/requirements.ts'
import { isDeduced } from '#shared/domain/procedures/recognise-document.ts'
import { documentsText, fileFacts, toolsText, readingFacts } from '#shared/text/documents.ts'
import { INPUT_DOCUMENT_TYPES } from '#shared/domain/vocabulary.ts'
import { documentLabel } from '#shared/text/labels.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { Button, IconButton } from '../../design/button.tsx'
import { Rows } from '../../design/rows.tsx'
import { useLetters, useAriaKeys } from '../../app/key-hints.tsx'
import { Icon } from '../../design/icon.tsx'
import { NoticeWords } from '../../design/layout.tsx'
import { useFocusShortcuts } from '../../app/shortcuts.ts'
import { release } from '../../design/canvas-scale.ts'
import { useClient } from '../../replica/client.ts'
import { Section } from '../../app/page.tsx'
import { PartySelect, useChecklists } from '../checklists/feature.ts'
import { HelpButton } from '../help/feature.ts'
import {
  JoinDialog,
  CutDialog,
  TurnDialog,
  type MadeDocument,
  type ToolSource,
} from '../document-tools/feature.ts'
import { QuickTypes, DocumentReadingNote, isMinor, DocumentType, retypeByKey } from './document-type.tsx'
import type { DocumentChanges } from './use-document-changes.ts'
import { type DocumentContent, hasContent, useDocumentContents } from './use-document-contents.ts'
import type { Drawable } from './use-drawable.ts'
import './documents.css'

interface DocumentListProps {
  draft: Pick<Draft, 'kind' | 'fields' | 'expected' | 'situations'>
  documents: readonly DraftDocument[]
  most: number
  /** Id of the previewed document. */
  current: string | null
  changes: DocumentChanges
  onView: (id: string) => void
}

/** Documents of a draft in editing: each can be previewed, retyped and removed. */
export function DocumentList({ draft, documents, most, current, changes, onView }: DocumentListProps) {
  const letters = useLetters()
  const { contents, ask } = useDocumentContents()
  const { lists } = useChecklists()
  const items = checklistOf(draft.kind, draft, documents, lists)
  // Types that the usual list of types lacks.
  const types = items
    .flatMap((item) => (item.types.length > 0 ? item.types : [item.name]))
    .filter((type) => !INPUT_DOCUMENT_TYPES.some((usual) => usual === type))
  const guessed = documents.filter((document) => isDeduced(document) && document.source !== 'service')
  const shown = documents.find(({ id }) => id === current) ?? documents[0]
  const amount = documents.length > 0 && { aside: documentsText.amount(documents.length, most) }
  return (
    <Section
      title={documentsText.title}
      {...amount}
      actions={
        shown?.type && (
          <HelpButton topic={`input:${shown.type}`} name={documentLabel(shown.type)} worded page />
        )
      }
    >
      {documents.length === 0 && <p className="small muted draft-documents__none">{documentsText.none}</p>}
      {documents.length > 0 && (
        <Rows label={documentsText.list} letters={letters}>
          {documents.map((document) => (
            <DocumentRow
              key={document.id}
              document={document}
              current={document.id === current}
              content={contents.get(document.id)}
              ask={ask}
              changes={changes}
              ways={{
                view: () => onView(document.id),
                retype: (type) => void changes.retype(document, type),
                party: (document.party !== undefined || needsOwner(items, document.type)) && (
                  <PartySelect
                    document={document}
                    name={document.name}
                    kind={draft.kind}
                    fields={draft.fields}
                    onChange={(party) => changes.setParty(document, party)}
                  />
                ),
                remove: () => void changes.remove(document),
                types,
              }}
            />
          ))}
        </Rows>
      )}
      {letters && documents.some(({ source }) => source !== 'service') && <QuickTypes />}
      <JoinImages documents={documents} changes={changes} />
      {guessed.length > 0 && (
        <p className="draft-documents__guessed small second">
          {documentsText.guessedSome(guessed.length)}
          <Button size="low" onClick={() => void changes.trust(guessed)}>
            {documentsText.trust}
          </Button>
        </p>
      )}
    </Section>
  )
}

/** Documents of a draft being sent: upload state of each. */
export function SendingDocuments({ draft: { documents } }: { draft: Draft }) {
  if (documents.length === 0) return null
  const uploaded = documents.filter(({ state }) => state === 'uploaded').length
  return (
    <div className="draft-documents">
      <Section title={documentsText.title} aside={documentsText.uploaded(uploaded, documents.length)}>
        <ul className="sending-documents" aria-label={documentsText.list}>
          {documents.map((document) => (
            <DocumentRow key={document.id} document={document} current={false} />
          ))}
        </ul>
      </Section>
    </div>
  )
}

interface JoinImagesProps {
  documents: readonly DraftDocument[]
  changes: DocumentChanges
}

const hasMime =
  (...mimes: string[]) =>
  (document: DraftDocument) =>
    document.source === 'file' && document.preview && mimes.includes(document.mime ?? '')

/** Joins images of a draft into one PDF. Offered for two or more images. */
function JoinImages({ documents, changes }: JoinImagesProps) {
  const [open, setOpen] = useState(false)
  const sourceOf = useSourceOf()
  const images = documents.filter(hasMime('image/jpeg', 'image/png'))
  if (images.length < 2) return null
  return (
    <p className="draft-documents__guessed">
      <Button size="low" icon={Images} onClick={() => setOpen(true)}>
        {toolsText.join}
      </Button>
      {open && (
        <JoinDialog
          sources={images.map(sourceOf)}
          heic={documents.filter(hasMime('image/heic')).length}
          onClose={() => setOpen(false)}
          onAccept={(ids, file) => {
            setOpen(false)
            const originals = ids.flatMap((id) => images.filter((image) => image.id === id))
            void changes.replace(originals, [{ file }], toolsText.joined(ids.length))
          }}
        />
      )}
    </p>
  )
}

interface DocumentRowProps {
  document: DraftDocument
  /** True if the document is previewed. */
  current: boolean
  content?: DocumentContent | undefined
  /** Asks for the content of a document, when its row comes into view. */
  ask?: ((documentId: string) => void) | undefined
  changes?: DocumentChanges
  /** Actions on the document; absent once the draft is being sent. */
  ways?: {
    view: () => void
    retype: (type: string) => void
    remove: () => void
    party: ReactNode
    types: readonly string[]
  }
}

/** Document of the draft: first page, name, type and upload state. */
function DocumentRow({ document, current, content, ask, changes, ways }: DocumentRowProps) {
  const { name, source, preview, state, error, reading } = document
  const takes = useFocusShortcuts()
  const ariaKeys = useAriaKeys()
  // A document that is already at the service cannot be changed here.
  const mine = source === 'service' ? undefined : ways
  const keyDown = (event: KeyboardEvent) =>
    takes(event, {
      'documents.remove': mine?.remove,
      'documents.type': mine && (({ key }) => retypeByKey(document, key, mine.retype)),
    })
  const facts = factsOf(document)
  const papers = (mine && content?.papers) || []
  const said = [facts, papers.length > 0 && `${documentsText.severalPapers} ${documentsText.papers(papers)}`]
    .filter(Boolean)
    .join(' · ')
  const what = (
    <>
      <FirstPage document={document} picture={content?.picture} ask={ask} />
      <span className="words">
        <span className="draft-document__name clip" title={name}>
          {name}
        </span>
        <span className="tiny muted clip" title={said}>
          {papers.length === 0 ? (
            facts
          ) : (
            <>
              <span className="draft-document__lead">
                {facts} · {documentsText.severalPapers}{' '}
              </span>
              <b>{documentsText.papers(papers)}</b>
            </>
          )}
        </span>
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
          aria-label={`${documentsText.viewOf(name)}${said ? `. ${said}` : ''}`}
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
      {changes && papers.length > 0 && <CutButton document={document} changes={changes} />}
      {mine?.party}
      <DocumentType document={document} more={ways?.types} quick {...(mine && { onChange: mine.retype })} />
      {mine ? (
        <IconButton
          icon={X}
          label={documentsText.remove(name)}
          named
          onClick={mine.remove}
          onKeyDown={keyDown}
        />
      ) : (
        <span className="draft-document__state tiny second">
          {state === 'uploaded' && <Icon of={CircleCheck} />}
          {documentsText.states[state]}
        </span>
      )}
      {state === 'uploading' && document.size !== undefined && (
        <progress
          className="draft-document__more"
          aria-label={documentsText.states.uploading}
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

/** First page of a document in a box that is always there. Its icon shows until the page is drawn. */
function FirstPage({
  document,
  picture,
  ask,
}: Pick<DocumentRowProps, 'document' | 'ask'> & { picture: ImageBitmap | undefined }) {
  const { id, source, mime } = document
  const box = useRef<HTMLSpanElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const canAsk = hasContent(document)
  useEffect(() => {
    if (!box.current || !ask || !canAsk) return
    const seen = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return
      seen.disconnect()
      ask(id)
    })
    seen.observe(box.current)
    return () => seen.disconnect()
  }, [ask, canAsk, id])
  useEffect(() => {
    const element = canvas.current
    if (!element || !picture) return
    element.width = picture.width
    element.height = picture.height
    element.getContext('2d')?.drawImage(picture, 0, 0)
    element.dataset['drawn'] = 'true'
    return () => release(element)
  }, [picture])
  return (
    <span ref={box} className="first-page" aria-hidden="true">
      {picture ? (
        <canvas ref={canvas} />
      ) : (
        <Icon of={source === 'link' ? Link : mime?.startsWith('image/') ? Image : FileText} />
      )}
    </span>
  )
}

function factsOf({ source, url, mime, size, state, sentBytes, preview, reading }: DraftDocument): string {
  if (source === 'service') return documentsText.atService
  if (source === 'link') return `${documentsText.fromLink} · ${hostOf(url ?? '')}`
  if (state === 'uploading' && size !== undefined) return documentsText.uploadingOf(sentBytes ?? 0, size)
  return [fileFacts(mime, size), !preview && documentsText.gone, isMinor(reading) && readingFacts[reading]]
    .filter(Boolean)
    .join(' · ')
}

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).hostname : url)

interface DocumentToolsProps {
  document: DraftDocument
  drawable: Drawable
  changes: DocumentChanges
}

/** Tools for a document of an unsent draft: cut a PDF, turn a photo. */
export function DocumentTools({ document, drawable, changes }: DocumentToolsProps) {
  const [open, setOpen] = useState(false)
  const source = useSourceOf()(document)
  const replace = replacementOf(document, changes)
  if (document.source !== 'file' || !document.preview) return null
  const canCut = drawable.state === 'pdf' && drawable.pdf.numPages > 1
  const canTurn = drawable.state === 'image'
  if (!canCut && !canTurn) return null
  const accept = (made: MadeDocument[]) => {
    setOpen(false)
    replace(made)
  }
  const Tool = canCut ? CutDialog : TurnDialog
  return (
    <>
      <Button size="low" icon={canCut ? Scissors : RotateCw} onClick={() => setOpen(true)}>
        {canCut ? toolsText.cut : toolsText.turn}
      </Button>
      {open && <Tool source={source} onAccept={accept} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Opens the tool that cuts a PDF. The tool proposes the same cuts, and the user decides. */
function CutButton({ document, changes }: Omit<DocumentToolsProps, 'drawable'>) {
  const [open, setOpen] = useState(false)
  const source = useSourceOf()(document)
  const replace = replacementOf(document, changes)
  const accept = (made: MadeDocument[]) => {
    setOpen(false)
    replace(made)
  }
  return (
    <>
      <Button
        size="low"
        className="draft-document__cut"
        aria-label={documentsText.cutOf(document.name)}
        onClick={() => setOpen(true)}
      >
        {documentsText.cut}
      </Button>
      {open && <CutDialog source={source} onAccept={accept} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Puts the documents that a tool made in the place of their original. */
const replacementOf =
  (document: DraftDocument, changes: DocumentChanges) => (made: readonly MadeDocument[]) =>
    void changes.replace([document], made, toolsText.replaced(document.name, made.length))

/** Reads a document's bytes from the core. */
function useSourceOf(): (document: DraftDocument) => ToolSource {
  const { bridge } = useClient()
  return ({ id, name }) => ({
    id,
    name,
    async read(signal) {
      const bytes = await bridge.read('procedures.document', { documentId: id }, { signal })
      return bytes.ok ? bytes.value : null
    },
  })
}
