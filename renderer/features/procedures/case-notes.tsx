import { Pencil, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { CaseNote } from '#shared/bridge/cases.ts'
import type { AppError } from '#shared/bridge/result.ts'
import { findMentions } from '#shared/domain/mentions.ts'
import { dateTime, shortWhen } from '#shared/text/dates.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { notesText as text } from '#shared/text/procedure.ts'
import { Button, CommitButton, IconButton } from '../../design/button.tsx'
import { Keys } from '../../design/kbd.tsx'
import { Notice } from '../../design/layout.tsx'
import { Sign } from '../../design/sign.tsx'
import { type Client, useClient } from '../../replica/client.ts'
import { useNow, useQuery } from '../../replica/use-replica.ts'
import { registerReset } from '../../app/account-change.ts'
import { announce } from '../../app/announcer.tsx'
import { Section } from '../../app/page.tsx'
import { sayFailed } from '../../app/say-failed.ts'
import { modKey, useShortcuts } from '../../app/shortcuts.ts'
import { showToast } from '../../app/toasts.ts'
import { NoteArea } from './note-area.tsx'
import './procedures.css'

/** Text of a note that is not saved. */
interface Unsaved {
  procedureId: string
  text: string
  /** Version of the note that the user edits; absent for a new note. */
  editedAt?: number | null
}

/**
 * Unsaved notes, so that leaving the page loses no text. A new note has the id of its procedure, an edited note its own
 * id. In memory only.
 */
const unsaved = createStore<Readonly<Record<string, Unsaved>>>(() => ({}))
registerReset(() => unsaved.setState({}, true))

const setUnsaved = (key: string, note: Unsaved | null) =>
  unsaved.setState(
    ({ [key]: _old, ...others }) => (note === null ? others : { ...others, [key]: note }),
    true,
  )

const NO_PEOPLE: readonly string[] = []

/** Notes of a procedure, the newest first, with a field for the next one. */
export function CaseNotes({ id, notes }: { id: string; notes: readonly CaseNote[] }) {
  const client = useClient()
  const now = useNow(15_000)
  const { data: colleagues } = useQuery('cases.colleagues', {})
  const others = colleagues?.others ?? NO_PEOPLE
  const drafts = useStore(unsaved)
  const typed = drafts[id]?.text ?? ''
  const [error, setError] = useState<AppError | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  useShortcuts({ 'procedure.note': () => field.current?.focus() })

  const type = (value: string) => {
    setError(null)
    setUnsaved(id, value === '' ? null : { procedureId: id, text: value })
  }
  // The field is empty at once, so that a second press adds nothing. After a failure the text is back.
  const add = async (words = typed) => {
    if (words.trim() === '') return
    if (words === typed) type('')
    const failed = await addNote(client, id, words)
    if (failed === null) return
    const later = unsaved.getState()[id]?.text ?? ''
    setUnsaved(id, { procedureId: id, text: [words, later].filter(Boolean).join('\n') })
    setError(failed)
  }
  const removedByOthers = Object.entries(drafts).filter(
    ([key, draft]) => key !== id && draft.procedureId === id && !notes.some((note) => note.id === key),
  )
  const people = colleagues ? [colleagues.me, ...others] : NO_PEOPLE
  return (
    <Section title={text.title} point="notes" aside={notes.length || undefined}>
      <div className="notes__edit">
        <NoteArea
          ref={field}
          label={text.field}
          hidesLabel
          placeholder={text.placeholder}
          value={typed}
          people={others}
          onType={type}
          onSave={() => void add()}
          onEscape={() => field.current?.blur()}
        />
        <div className="notes__actions">
          {error && <Failed error={error} />}
          <Button
            size="low"
            shortcut={<SaveKeys />}
            disabled={typed.trim() === ''}
            onClick={() => void add()}
          >
            {text.add}
          </Button>
        </div>
      </div>
      {removedByOthers.map(([key, draft]) => (
        <RemovedNote
          key={key}
          draft={draft}
          people={others}
          onType={(value) => setUnsaved(key, { ...draft, text: value })}
          onAdd={() => {
            setUnsaved(key, null)
            void add(draft.text)
          }}
          onCancel={() => setUnsaved(key, null)}
        />
      ))}
      {notes.length === 0 ? (
        <p className="small muted">{text.none}</p>
      ) : (
        <ul className="notes" aria-label={text.list}>
          {notes.map((note) => (
            <li key={note.id}>
              <Note id={id} note={note} draft={drafts[note.id]} people={people} others={others} now={now} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

const SaveKeys = () => <Keys keys={[modKey, 'Enter']} />

interface NoteProps {
  id: string
  note: CaseNote
  /** Text that the user is writing in its place. */
  draft: Unsaved | undefined
  people: readonly string[]
  others: readonly string[]
  now: number
}

function Note({ id, note, draft, people, others, now }: NoteProps) {
  const client = useClient()
  const button = useRef<HTMLButtonElement>(null)
  const wasEdited = useRef(false)
  // The focus returns to the button that opened the field.
  useEffect(() => {
    if (wasEdited.current && draft === undefined && document.activeElement === document.body)
      button.current?.focus()
    wasEdited.current = draft !== undefined
  }, [draft])
  const line = text.line(note.author, shortWhen(note.at, now))
  if (draft !== undefined)
    return <EditedNote id={id} note={note} draft={draft} line={line} others={others} now={now} />
  return (
    <>
      <div className="notes__head">
        <span className="tiny muted figures" title={dateTime(note.at)}>
          {line}
          {note.editedAt !== null && (
            <span title={text.edited(dateTime(note.editedAt))}> · {text.editedShort}</span>
          )}
        </span>
        <IconButton
          ref={button}
          icon={Pencil}
          label={text.editOf(line)}
          onClick={() => setUnsaved(note.id, { procedureId: id, text: note.text, editedAt: note.editedAt })}
        />
        <IconButton icon={X} label={text.removeOf(line)} onClick={() => void removeNote(client, note.id)} />
      </div>
      <p className="notes__text">{withMentions(note.text, people)}</p>
    </>
  )
}

interface EditedNoteProps extends Omit<NoteProps, 'people' | 'draft'> {
  draft: Unsaved
  line: string
}

function EditedNote({ id, note, draft, line, others }: EditedNoteProps) {
  const client = useClient()
  const [error, setError] = useState<AppError | null>(null)
  const [isSaving, setIsSaving] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    const area = field.current
    area?.focus()
    area?.setSelectionRange(area.value.length, area.value.length)
  }, [])
  const hasChanged = draft.editedAt !== note.editedAt && draft.text !== note.text
  const close = () => setUnsaved(note.id, null)
  const save = async () => {
    if (isSaving || draft.text.trim() === '') return
    if (draft.text === note.text) return close()
    setIsSaving(true)
    const answer = await client.bridge.call('case-notes.edit', {
      noteId: note.id,
      // After a change by others, the user has read their text beside the field.
      editedAt: hasChanged ? note.editedAt : (draft.editedAt ?? null),
      text: draft.text,
    })
    setIsSaving(false)
    if (!answer.ok) {
      // The changed note comes with the refetch, and is then beside the field.
      if (answer.error.code !== 'draft-changed') setError(answer.error)
      return
    }
    client.queries.put('annotations.get', { id }, answer.value)
    announce(text.saved)
    if (unsaved.getState()[note.id]?.text === draft.text) close()
  }
  return (
    <div className="notes__edit">
      {hasChanged && (
        <Notice tone="warn" icon={<Sign kind="warn" />} role="alert">
          <p>
            {text.changed} {text.theirs}
          </p>
          <p className="quote notes__text">{note.text}</p>
        </Notice>
      )}
      <NoteArea
        ref={field}
        label={text.editOf(line)}
        hidesLabel
        value={draft.text}
        people={others}
        onType={(value) => {
          setError(null)
          setUnsaved(note.id, { ...draft, text: value })
        }}
        // The keys of a moment ago must not replace a text that has just appeared.
        onSave={() => !hasChanged && void save()}
        onEscape={close}
      />
      <div className="notes__actions">
        {error && <Failed error={error} />}
        <Button tone="plain" size="low" onClick={close}>
          {text.cancel}
        </Button>
        <CommitButton
          size="low"
          meaning={hasChanged ? text.saveMine : text.save}
          shortcut={!hasChanged && <SaveKeys />}
          disabled={draft.text.trim() === ''}
          onClick={() => void save()}
        >
          {hasChanged ? text.saveMine : text.save}
        </CommitButton>
      </div>
    </div>
  )
}

interface RemovedNoteProps {
  draft: Unsaved
  people: readonly string[]
  onType: (value: string) => void
  onAdd: () => void
  onCancel: () => void
}

/** Text of a note that somebody removed while the user edited it. */
function RemovedNote({ draft, people, onType, onAdd, onCancel }: RemovedNoteProps) {
  return (
    <div className="notes__edit">
      <Notice tone="warn" icon={<Sign kind="warn" />} role="alert">
        <p>{text.gone}</p>
      </Notice>
      <NoteArea
        label={text.field}
        hidesLabel
        value={draft.text}
        people={people}
        onType={onType}
        onSave={onAdd}
        onEscape={() => {}}
      />
      <div className="notes__actions">
        <Button tone="plain" size="low" onClick={onCancel}>
          {text.cancel}
        </Button>
        <Button size="low" onClick={onAdd}>
          {text.addMine}
        </Button>
      </div>
    </div>
  )
}

const Failed = ({ error }: { error: AppError }) => (
  <p className="notes__failed small" role="alert">
    <b>{text.failed}</b> {errorTexts[error.code].title}
  </p>
)

/** Text with its mentions in bold. */
function withMentions(note: string, people: readonly string[]) {
  let at = 0
  const parts = findMentions(note, people).flatMap(({ start, end }) => {
    const before = note.slice(at, start)
    at = end
    return [before, <b key={start}>{note.slice(start, end)}</b>]
  })
  return [...parts, note.slice(at)]
}

/** @returns the error of a failure, or `null` */
async function addNote({ bridge, queries }: Client, id: string, words: string): Promise<AppError | null> {
  const answer = await bridge.call('case-notes.add', { id, text: words.trim() })
  if (!answer.ok) return answer.error
  queries.put('annotations.get', { id }, answer.value)
  announce(text.added)
  return null
}

/** Removes a note, with an undo for a while. */
async function removeNote({ bridge }: Client, noteId: string): Promise<void> {
  const answer = await bridge.call('case-notes.remove', { noteIds: [noteId] })
  if (!answer.ok) return sayFailed(answer.error)
  // After a second press the note is gone already, and the undo of the first press is on screen.
  if (answer.value.changed === 0) return
  showToast(text.removed, 'done', {
    label: text.undo,
    run: () =>
      void bridge.call('case-notes.restore', { noteIds: [noteId] }).then((back) => {
        if (back.ok) showToast(text.restored)
        else sayFailed(back.error)
      }),
  })
}
