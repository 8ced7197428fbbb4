import { useState } from 'react'
import type { PlateList, PlateListRow } from '#shared/bridge/plate-lists.ts'
import type { Result } from '#shared/bridge/result.ts'
import { displayPlate } from '#shared/domain/plates/display.ts'
import { MAX_LIST_NAME, MAX_ROW_NOTE } from '#shared/domain/plate-list-limits.ts'
import { plateListText as text } from '#shared/text/app-plate-lists.ts'
import { Field } from '../../design/field.tsx'
import { FormDialog } from '../../design/form-dialog.tsx'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { openRoute } from '../../ui-state/route.ts'
import { ConfirmTaskDialog } from '../frame/confirm-task-dialog.tsx'
import { FailedNotice } from '../frame/task-notice.tsx'

interface OneFieldDialogProps {
  title: string
  label: string
  value: string
  max: number
  required: boolean
  save: (value: string) => Promise<Result<unknown>>
  onClose: () => void
}

function OneFieldDialog({ title, label, value, max, required, save, onClose }: OneFieldDialogProps) {
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
      <Field label={label} maxLength={max} value={typed} onChange={(event) => setTyped(event.target.value)} />
      {task.state === 'failed' && <FailedNotice error={task.error} />}
    </FormDialog>
  )
}

export function RowNoteDialog({ id, row, onClose }: { id: string; row: PlateListRow; onClose: () => void }) {
  const { bridge } = useClient()
  return (
    <OneFieldDialog
      title={text.noteTitle(displayPlate(row.vrm))}
      label={text.noteLabel}
      value={row.note}
      max={MAX_ROW_NOTE}
      required={false}
      save={(note) => bridge.call('plate-lists.annotate', { id, ord: row.ord, note })}
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
