import { FilePlus, Link, Undo2, X, Download, Maximize2 } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Draft, ProcedureAbilities, DraftDocument } from '#shared/bridge/procedures.ts'
import { documentsText, pastedName, fileFacts, previewText, linkText } from '#shared/text/documents.ts'
import { type ErrorText, errorTexts } from '#shared/text/errors.ts'
import { ownDocumentLabel } from '#shared/text/labels.ts'
import type { AppError } from '#shared/bridge/result.ts'
import { Button, IconButton } from '../../design/button.tsx'
import { FileDrop } from '../../design/file-drop.tsx'
import { Icon } from '../../design/icon.tsx'
import { Notice, NoticeWords } from '../../design/layout.tsx'
import { Sign } from '../../design/sign.tsx'
import { useClient } from '../../replica/client.ts'
import { useSaveFile } from '../../app/transfers.ts'
import { type DroppedFiles, named } from '../../design/dropped-files.ts'
import { Field, fieldKeys } from '../../design/fields.tsx'
import { FailedNotice } from '../../app/task-notice.tsx'
import { RequirementList } from '../checklists/feature.ts'
import { DocumentTools, DocumentList } from './document-list.tsx'
import { DrawableDialog, DrawnDocument } from './drawn-document.tsx'
import { useDrawable } from './use-drawable.ts'
import { IntakeList } from './intake-list.tsx'
import { useIntake } from './intake.ts'
import { type DocumentChanges, useDocumentChanges } from './use-document-changes.ts'
import { usePaste } from './dropped-elsewhere.tsx'
import { MandateOffer, PaperOffers, usePaperOffers } from './paper-offers.tsx'
import { ScanMenu } from './scan-menu.tsx'
import './documents.css'

/** Hint for the system's file chooser only. The content decides the type of a file. */
const CHOOSABLE = 'application/pdf,image/jpeg,image/png,image/heic,.pdf,.jpg,.jpeg,.png,.heic,.heif'

interface DraftDocumentsProps {
  draft: Draft
  abilities: ProcedureAbilities
  /** Content below the documents, beside the checklist. */
  children?: ReactNode
}

/**
 * Documents of a draft, with their types and the missing ones. The user drops, chooses or pastes files, or adds a
 * link.
 */
export function DraftDocuments({ draft, abilities, children }: DraftDocumentsProps) {
  const { bridge, now } = useClient()
  const { intake, items } = useIntake(draft.id)
  const [viewed, setViewed] = useState<string | null>(null)
  // The preview continues with the document that replaced its own.
  const changes = useDocumentChanges(draft, (from, to) =>
    setViewed((id) => (id !== null && from.includes(id) ? (to[0] ?? null) : id)),
  )
  const [folders, setFolders] = useState<readonly string[]>([])
  const { documents } = draft
  const [returned, setReturned] = useState<string | null>(null)
  const isBack = documents.some(({ id }) => id === returned)
  useEffect(() => {
    if (isBack && returned !== null)
      document.querySelector<HTMLElement>(`[data-document="${CSS.escape(returned)}"] button`)?.focus()
  }, [isBack, returned])
  const current = documents.find(({ id, preview }) => id === viewed && preview)

  const take = ({ files, folders: found }: DroppedFiles) => {
    setFolders(found)
    if (files.length > 0) intake.add(files, abilities.maxDocumentBytes)
  }
  usePaste(({ files, folders: found }) =>
    take({ files: files.map((file) => named(file, (ending) => pastedName(now(), ending))), folders: found }),
  )
  const offers = usePaperOffers(draft.fields, take)
  const hasMandate = documents.some(({ type }) => type === 'representation_auth')
  return (
    <FileDrop documents title={documentsText.drop} detail={documentsText.dropKinds} onDrop={take}>
      <div className="draft-documents">
        <div className="draft-documents__columns">
          <div className="draft-documents__main">
            <IntakeBar changes={changes} mostBytes={abilities.maxDocumentBytes} onFiles={take} />
            {!hasMandate && <MandateOffer offers={offers} />}
            <PaperOffers offers={offers} present={documents.map(({ size }) => size)} />
            {folders.length > 0 && (
              <Told words={documentsText.folders(folders)} onClose={() => setFolders([])} />
            )}
            {changes.error && <FailedNotice error={changes.error} />}
            <UndoNotice changes={changes} onUndone={setReturned} />
            <IntakeList items={items} intake={intake} mostBytes={abilities.maxDocumentBytes} />
            <DocumentList
              draft={draft}
              documents={documents}
              most={abilities.maxDocuments}
              current={current?.id ?? null}
              changes={changes}
              onView={(id) => setViewed(id === viewed ? null : id)}
            />
            {children}
          </div>
          <div className="draft-documents__rail">
            <RequirementList
              kind={draft.kind}
              form={draft}
              documents={documents}
              onSituations={(situations) =>
                bridge.call('procedures.draft-situations', { id: draft.id, situations })
              }
            />
            {current && (
              <DocumentPreview document={current} changes={changes} onClose={() => setViewed(null)} />
            )}
          </div>
        </div>
      </div>
    </FileDrop>
  )
}

interface IntakeBarProps {
  changes: DocumentChanges
  mostBytes: number
  onFiles: (files: DroppedFiles) => void
}

/** Buttons that add files or a link without a mouse. */
function IntakeBar({ changes, mostBytes, onFiles }: IntakeBarProps) {
  const chooser = useRef<HTMLInputElement>(null)
  const linker = useRef<HTMLButtonElement>(null)
  const [linking, setLinking] = useState(false)
  return (
    <div className="draft-documents__intake">
      <div className="draft-documents__ways" data-point="documents">
        <input
          ref={chooser}
          type="file"
          hidden
          multiple
          accept={CHOOSABLE}
          onChange={(event) => {
            onFiles({ files: [...(event.target.files ?? [])], folders: [] })
            // Lets the user choose the same file again: without a reset, the browser fires no change event.
            event.target.value = ''
          }}
        />
        <Button icon={FilePlus} onClick={() => chooser.current?.click()}>
          {documentsText.choose}
        </Button>
        <ScanMenu onFiles={onFiles} />
        <Button
          ref={linker}
          tone="plain"
          icon={Link}
          aria-expanded={linking}
          onClick={() => setLinking(!linking)}
        >
          {documentsText.link}
        </Button>
      </div>
      {linking ? (
        <LinkForm
          busy={changes.linking}
          error={changes.linkError}
          onAdd={changes.link}
          onClose={() => {
            setLinking(false)
            changes.forget()
            linker.current?.focus()
          }}
        />
      ) : (
        <p className="small second">
          {documentsText.noneHelp} {documentsText.limits(mostBytes)}
        </p>
      )}
    </div>
  )
}

/** Last change, with its undo button. The button gets the focus that the removed row had. */
function UndoNotice({
  changes,
  onUndone,
}: {
  changes: DocumentChanges
  /** Called with the id of the restored document, which gets the focus because the notice disappears. */
  onUndone: (id: string | null) => void
}) {
  const { undoable } = changes
  const way = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (undoable) way.current?.focus()
  }, [undoable])
  if (!undoable) return null
  return (
    <Notice
      icon={<Icon of={Undo2} />}
      actions={
        <>
          <Button ref={way} size="low" onClick={() => void changes.undo().then(onUndone)}>
            {documentsText.undo}
          </Button>
          <IconButton icon={X} label={documentsText.dismiss} onClick={changes.forgetUndoable} />
        </>
      }
    >
      <p>{undoable.words}</p>
    </Notice>
  )
}

function Told({ words, onClose }: { words: ErrorText; onClose: () => void }) {
  return (
    <Notice
      role="alert"
      tone="warn"
      icon={<Sign kind="warn" />}
      actions={<IconButton icon={X} label={documentsText.dismiss} onClick={onClose} />}
    >
      <NoticeWords title={words.title} body={words.advice} />
    </Notice>
  )
}

/** Previewed document, beside the form. */
function DocumentPreview({
  document,
  changes,
  onClose,
}: {
  document: DraftDocument
  changes: DocumentChanges
  onClose: () => void
}) {
  const { name, type, mime, size } = document
  const { bridge } = useClient()
  const { drawable, retry } = useDrawable(document, ({ signal }) =>
    bridge.read('procedures.document', { documentId: document.id }, { signal }),
  )
  const { saving, save } = useSaveFile('procedures.document', previewText.saved, 'goes-on')
  const keep = () => save({ documentId: document.id })
  const [large, setLarge] = useState(false)
  const pane = useRef<HTMLDivElement>(null)
  // Scroll to the preview if it is below the list.
  useEffect(() => {
    pane.current?.scrollIntoView({ block: 'nearest' })
  }, [document.id])
  const canEnlarge = drawable.state === 'pdf' || drawable.state === 'image'
  return (
    <div className="preview" ref={pane}>
      <div className="preview__head">
        <h2 className="clip" title={name}>
          {name}
        </h2>
        <IconButton icon={X} label={previewText.closePreview} onClick={onClose} />
      </div>
      <p className="tiny muted">
        {[ownDocumentLabel(type), fileFacts(mime, size)].filter(Boolean).join(' · ')}
      </p>
      <DrawnDocument drawable={drawable} label={previewText.of(name)} onRetry={retry} />
      <div className="actions">
        {canEnlarge && (
          <Button size="low" icon={Maximize2} onClick={() => setLarge(true)}>
            {previewText.large}
          </Button>
        )}
        <Button size="low" icon={Download} disabled={saving !== null} onClick={keep}>
          {previewText.save}
        </Button>
        <DocumentTools document={document} drawable={drawable} changes={changes} />
      </div>
      {large && canEnlarge && (
        <DrawableDialog
          label={previewText.of(name)}
          title={name}
          drawable={drawable}
          save={previewText.save}
          saving={saving !== null}
          onSave={keep}
          onClose={() => setLarge(false)}
        />
      )}
    </div>
  )
}

interface LinkFormProps {
  busy: boolean
  error: AppError | null
  /** @returns true if added */
  onAdd: (url: string) => Promise<boolean>
  onClose: () => void
}

/** Link to a document elsewhere, which the service downloads. */
function LinkForm({ busy, error, onAdd, onClose }: LinkFormProps) {
  const [typed, setTyped] = useState('')
  const [strict, setStrict] = useState(false)
  const problem = linkProblem(typed)
  const wrong = problem !== null && problem !== 'plain'

  const add = async () => {
    setStrict(true)
    if (wrong || busy) return
    if (!(await onAdd(typed))) return
    setTyped('')
    setStrict(false)
  }
  return (
    <div className="link-form">
      <Field
        label={linkText.title}
        type="url"
        inputMode="url"
        // The user has just opened it.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        value={typed}
        maxLength={2_048}
        placeholder={linkText.placeholder}
        spellCheck={false}
        help={problem === 'plain' ? linkText.plain : linkText.help}
        error={
          strict && wrong
            ? linkText[problem]
            : error
              ? `${errorTexts[error.code].title} ${errorTexts[error.code].advice}`
              : undefined
        }
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={fieldKeys({ onEnter: () => void add(), onEscape: onClose })}
      />
      <div className="link-form__ways">
        <Button disabled={busy} onClick={() => void add()}>
          {linkText.add}
        </Button>
        <Button tone="plain" onClick={onClose}>
          {linkText.close}
        </Button>
      </div>
    </div>
  )
}

/** `plain` is a warning: the link may be added, but others can read its unencrypted traffic. */
type LinkProblem = 'missing' | 'wrong' | 'secret' | 'plain'

/** Problem of a typed document link, or `null`. */
export function linkProblem(typed: string): LinkProblem | null {
  const text = typed.trim()
  if (text === '') return 'missing'
  if (/\s/.test(text) || !URL.canParse(text)) return 'wrong'
  const { protocol, hostname, username, password } = new URL(text)
  if (!/^https?:$/.test(protocol) || hostname === '') return 'wrong'
  if (username !== '' || password !== '') return 'secret'
  return protocol === 'http:' ? 'plain' : null
}
