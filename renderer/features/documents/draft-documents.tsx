import { FilePlus, Link, Undo2, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Draft, ProcedureAbilities } from '#shared/bridge/procedures.ts'
import { documentsText as text, pastedName } from '#shared/text/app-documents.ts'
import type { ErrorText } from '#shared/text/errors.ts'
import { Button } from '../../design/button.tsx'
import { IconButton } from '../../design/icon-button.tsx'
import { FileDrop } from '../../design/file-drop.tsx'
import { Icon } from '../../design/icon.tsx'
import { Notice, NoticeWords } from '../../design/notice.tsx'
import { Sign } from '../../design/sign.tsx'
import { useClient } from '../../replica/client.ts'
import { FailedNotice } from '../frame/task-notice.tsx'
import { DocumentPreview } from './document-preview.tsx'
import { DocumentList } from './document-list.tsx'
import { type DroppedFiles, named } from '../../design/dropped-files.ts'
import { IntakeList } from './intake-list.tsx'
import { useIntake } from './intakes.ts'
import { LinkForm } from './link-form.tsx'
import { RequirementList } from './requirement-list.tsx'
import { type DocumentChanges, useDocumentChanges } from './use-document-changes.ts'
import { usePaste } from './use-paste.ts'
import './draft-documents.css'

/** Hint for the system's file chooser only. The content decides the type of a file. */
const CHOOSABLE = 'application/pdf,image/jpeg,image/png,image/heic,.pdf,.jpg,.jpeg,.png,.heic,.heif'

export interface DraftDocumentsProps {
  draft: Draft
  abilities: ProcedureAbilities
}

/** Documents of a draft: added by dropping, choosing, pasting or linking; the type of each; the missing ones. */
export function DraftDocuments({ draft, abilities }: DraftDocumentsProps) {
  const { now } = useClient()
  const { intake, items } = useIntake(draft.id)
  const [viewed, setViewed] = useState<string | null>(null)
  // The preview goes on with what took the place of its document.
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
  return (
    <FileDrop documents title={text.drop} detail={text.dropKinds} onDrop={take}>
      <div className="draft-documents">
        <div className="draft-documents__columns">
          <div className="draft-documents__main">
            <IntakeBar changes={changes} mostBytes={abilities.maxDocumentBytes} onFiles={take} />
            {folders.length > 0 && <Told words={text.folders(folders)} onClose={() => setFolders([])} />}
            {changes.error && <FailedNotice error={changes.error} />}
            <UndoNotice changes={changes} onUndone={setReturned} />
            <IntakeList items={items} intake={intake} mostBytes={abilities.maxDocumentBytes} />
            <DocumentList
              documents={documents}
              most={abilities.maxDocuments}
              current={current?.id ?? null}
              changes={changes}
              onView={(id) => setViewed(id === viewed ? null : id)}
            />
          </div>
          <div className="draft-documents__rail">
            {current && (
              <DocumentPreview document={current} changes={changes} onClose={() => setViewed(null)} />
            )}
            <RequirementList draft={draft} />
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

/** Ways to add documents without a mouse. */
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
            // Lets the same file be chosen again.
            event.target.value = ''
          }}
        />
        <Button icon={FilePlus} onClick={() => chooser.current?.click()}>
          {text.choose}
        </Button>
        <Button
          ref={linker}
          tone="plain"
          icon={Link}
          aria-expanded={linking}
          onClick={() => setLinking(!linking)}
        >
          {text.link}
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
          {text.noneHelp} {text.limits(mostBytes)}
        </p>
      )}
    </div>
  )
}

/** The last change, with its undo button, which takes the focus that the removed row had. */
function UndoNotice({
  changes,
  onUndone,
}: {
  changes: DocumentChanges
  /** The notice goes: the focus belongs on what is back. */
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
            {text.undo}
          </Button>
          <IconButton icon={X} label={text.dismiss} onClick={changes.forgetUndoable} />
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
      actions={<IconButton icon={X} label={text.dismiss} onClick={onClose} />}
    >
      <NoticeWords title={words.title} body={words.advice} />
    </Notice>
  )
}
