import { useEffect, useState } from 'react'
import type { PlateList } from '#shared/bridge/plate-lists.ts'
import type { Result } from '#shared/bridge/result.ts'
import { displayPlate } from '#shared/domain/plates/display.ts'
import { MAX_LIST_NAME, MAX_ROW_NOTE } from '#shared/domain/plate-list-limits.ts'
import { plateListText as text } from '#shared/text/plate-lists.ts'
import { Field } from '../../design/field.tsx'
import { FormDialog } from '../../design/form-dialog.tsx'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { openRoute } from '../../ui-state/route.ts'
import { sayFailed } from '../../ui-state/say-failed.ts'
import { ConfirmTaskDialog } from '../frame/task-dialogs.tsx'
import { FailedNotice } from '../frame/task-notice.tsx'

interface OneFieldDialogProps {
  title: string
  label: string
  /** Below the field; '' without any. */
  help?: string
  value: string
  max: number
  required: boolean
  save: (value: string) => Promise<Result<unknown>>
  onClose: () => void
}

function OneFieldDialog(props: OneFieldDialogProps) {
  const { title, label, help = '', value, max, required, save, onClose } = props
  const [typed, setTyped] = useState(value)
  const { task, run } = useOnce<'save'>()
  const written = typed.trim()
  const isMissing = required && written === ''
  const submit = async () => {
    if (!isMissing && (await run('save', () => save(written)))) onClose()
  }
  return (
    <FormDialog
      title={title}
      cancel={text.cancel}
      submit={text.save}
      disabled={task.state === 'busy' || isMissing}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label={label}
        help={help}
        maxLength={max}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {task.state === 'failed' && <FailedNotice error={task.error} />}
    </FormDialog>
  )
}

export interface NoteDialogProps {
  id: string
  /** Rows that get the note. */
  ords: readonly number[]
  onClose: () => void
}

/** Note of the rows chosen, or of one. It says how many notes it replaces. */
export function NoteDialog({ id, ords, onClose }: NoteDialogProps) {
  const { bridge } = useClient()
  // As they were chosen when it was opened.
  const [chosen] = useState(() => [...ords])
  const [known, setKnown] = useState<{ noted: number; common: string; vrm: string } | null>(null)
  useEffect(() => {
    let isOpen = true
    const view = { id, ords: chosen, offset: 0, limit: 1 }
    void Promise.all([
      bridge.call('plate-lists.notes', { id, ords: chosen }),
      bridge.call('plate-lists.rows', view),
    ]).then(([notes, rows]) => {
      if (!isOpen) return
      if (notes.ok && rows.ok) return setKnown({ ...notes.value, vrm: rows.value.rows[0]?.vrm ?? '' })
      if (!notes.ok) sayFailed(notes.error)
      else if (!rows.ok) sayFailed(rows.error)
      onClose()
    })
    return () => {
      isOpen = false
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- read once, for the rows that it was opened for
  }, [])
  if (!known) return null
  const replaced = known.common === '' ? known.noted : 0
  return (
    <OneFieldDialog
      title={text.noteTitle(displayPlate(known.vrm), chosen.length)}
      label={text.noteLabel}
      help={replaced > 0 ? text.noteReplaces(replaced) : ''}
      value={known.common}
      max={MAX_ROW_NOTE}
      required={false}
      save={(note) => bridge.call('plate-lists.note', { id, ords: chosen, note })}
      onClose={onClose}
    />
  )
}

export function RenameDialog({ list: { id, name }, onClose }: { list: PlateList; onClose: () => void }) {
  const { bridge } = useClient()
  return (
    <OneFieldDialog
      title={text.renameTitle}
      label={text.nameLabel}
      value={name}
      max={MAX_LIST_NAME}
      required
      save={(written) => bridge.call('plate-lists.rename', { id, name: written })}
      onClose={onClose}
    />
  )
}

export function StopDialog({ list: { id, open }, onClose }: { list: PlateList; onClose: () => void }) {
  const { bridge } = useClient()
  return (
    <ConfirmTaskDialog
      title={text.stopTitle}
      body={text.stopBody(open)}
      keep={text.stopKeep}
      submit={text.stopSubmit}
      working={text.stopping}
      done={text.stopped}
      run={() => bridge.call('plate-lists.cancel', { id })}
      onClose={onClose}
    />
  )
}

export function RemoveListDialog({ list: { id, name }, onClose }: { list: PlateList; onClose: () => void }) {
  const { bridge } = useClient()
  return (
    <ConfirmTaskDialog
      title={text.removeTitle(name)}
      body={text.removeBody}
      keep={text.removeKeep}
      submit={text.removeSubmit}
      working={text.removing}
      done={text.removed(name)}
      run={() => bridge.call('plate-lists.remove', { id })}
      onDone={() => openRoute({ view: 'plate-lists' })}
      onClose={onClose}
    />
  )
}
