import { useRef, useState } from 'react'
import { viewText as text } from '#shared/text/app-cases.ts'
import { FormDialog } from '../../design/form-dialog.tsx'
import { Field } from '../../design/field.tsx'

const LONGEST = 60

export interface ViewDialogProps {
  /** Present name; '' for a new view. */
  name: string
  /** Names of the other views. */
  taken: readonly string[]
  /** @returns true if done */
  onSubmit: (name: string) => Promise<boolean>
  onClose: () => void
}

/** Name of a view, new or renamed. */
export function ViewDialog({ name, taken, onSubmit, onClose }: ViewDialogProps) {
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(name)
  const [strict, setStrict] = useState(false)
  const [busy, setBusy] = useState(false)
  const title = name === '' ? text.titleNew : text.titleRename
  const wanted = typed.trim()
  const same = (other: string) => other.toLowerCase() === wanted.toLowerCase()
  const problem =
    wanted === ''
      ? text.missing
      : wanted.length > LONGEST
        ? text.long
        : taken.some(same)
          ? text.taken
          : undefined
  const submit = async () => {
    setStrict(true)
    if (problem !== undefined) return field.current?.focus()
    setBusy(true)
    const done = await onSubmit(wanted)
    setBusy(false)
    if (done) onClose()
  }
  return (
    <FormDialog
      title={title}
      dismissable={typed === name}
      cancel={text.cancel}
      submit={name === '' ? text.submitNew : text.submitRename}
      disabled={busy}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        ref={field}
        label={text.name}
        value={typed}
        help={text.nameHelp}
        error={strict ? problem : undefined}
        onChange={(event) => setTyped(event.target.value)}
      />
    </FormDialog>
  )
}
