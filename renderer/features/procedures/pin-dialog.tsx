import { useEffect, useRef, useState } from 'react'
import { procedureText as text } from '#shared/text/app-procedure.ts'
import { FormDialog } from '../../design/form-dialog.tsx'
import { Field } from '../../design/field.tsx'

const MAX_WHY = 200

/** Asks for the reason to keep a procedure beyond its retention, which later readers see. */
export function PinDialog({ onPin, onClose }: { onPin: (why: string) => void; onClose: () => void }) {
  const [why, setWhy] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const submit = () => {
    onPin(why.trim())
  }
  return (
    <FormDialog
      title={text.pinTitle}
      dismissable={why === ''}
      cancel={text.cancel}
      submit={text.pin}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="second">{text.pinBody}</p>
      <Field
        ref={field}
        label={text.pinWhy}
        value={why}
        maxLength={MAX_WHY}
        onChange={(event) => setWhy(event.target.value)}
      />
    </FormDialog>
  )
}
