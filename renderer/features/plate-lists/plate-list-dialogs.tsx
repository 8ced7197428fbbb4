import { useState } from 'react'
import type { PlateList, PlateListRow } from '#shared/bridge/plate-lists.ts'
import { MAX_LIST_NAME, MAX_ROW_NOTE } from '#shared/domain/plate-list-limits.ts'
import { displayPlate } from '#shared/domain/plates/display.ts'
import { plateListText as text } from '#shared/text/app-plate-lists.ts'
import { ConfirmDialog } from '../../design/confirm-dialog.tsx'
import { Field } from '../../design/field.tsx'
import { FormDialog } from '../../design/form-dialog.tsx'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { openRoute } from '../../ui-state/route.ts'
import { showToast } from '../../ui-state/toasts.ts'
import { FailedNotice } from '../frame/task-notice.tsx'

export function RowNoteDialog({ id, row, onClose }: { id: string; row: PlateListRow; onClose: () => void }) {
  const { bridge } = useClient()
  const [note, setNote] = useState(row.note)
  const { task, run } = useOnce<'save'>()
  const save = async () => {
    const { ord } = row
    if (await run('save', () => bridge.call('plate-lists.annotate', { id, ord, note: note.trim() })))
      onClose()
  }
  return (
    <FormDialog
      title={text.noteTitle(displayPlate(row.vrm))}
      cancel={text.cancel}
      submit={text.save}
      disabled={task.state === 'busy'}
      onSubmit={save}
      onClose={onClose}
    >
      <Field
        label={text.noteLabel}
        maxLength={MAX_ROW_NOTE}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      {task.state === 'failed' && <FailedNotice error={task.error} />}
    </FormDialog>
  )
}

export function RenameDialog({ list: { id, name }, onClose }: { list: PlateList; onClose: () => void }) {
  const { bridge } = useClient()
  const [typed, setTyped] = useState(name)
  const { task, run } = useOnce<'save'>()
  const save = async () => {
    if (await run('save', () => bridge.call('plate-lists.rename', { id, name: typed.trim() }))) onClose()
  }
  return (
    <FormDialog
      title={text.renameTitle}
      cancel={text.cancel}
      submit={text.save}
      disabled={task.state === 'busy' || typed.trim() === ''}
      onSubmit={save}
      onClose={onClose}
    >
      <Field
        label={text.renameTitle}
        maxLength={MAX_LIST_NAME}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {task.state === 'failed' && <FailedNotice error={task.error} />}
    </FormDialog>
  )
}

export function StopDialog({ list: { id, open }, onClose }: { list: PlateList; onClose: () => void }) {
  const { bridge } = useClient()
  const { task, run } = useOnce<'stop'>()
  const stop = async () => {
    if (await run('stop', () => bridge.call('plate-lists.cancel', { id }))) onClose()
  }
  return (
    <ConfirmDialog
      title={text.stopTitle}
      body={text.stopBody(open)}
      keep={text.stopKeep}
      submit={text.stopSubmit}
      busy={task.state === 'busy'}
      onSubmit={stop}
      onClose={onClose}
    >
      {task.state === 'failed' && <FailedNotice error={task.error} />}
    </ConfirmDialog>
  )
}

export function RemoveListDialog({ list: { id, name }, onClose }: { list: PlateList; onClose: () => void }) {
  const { bridge } = useClient()
  const { task, run } = useOnce<'remove'>()
  const remove = async () => {
    if (!(await run('remove', () => bridge.call('plate-lists.remove', { id })))) return
    showToast(text.removed(name))
    openRoute({ view: 'plate-lists' })
  }
  return (
    <ConfirmDialog
      title={text.removeTitle(name)}
      body={text.removeBody}
      keep={text.removeKeep}
      submit={text.removeSubmit}
      busy={task.state === 'busy'}
      onSubmit={remove}
      onClose={onClose}
    >
      {task.state === 'failed' && <FailedNotice error={task.error} />}
    </ConfirmDialog>
  )
}
