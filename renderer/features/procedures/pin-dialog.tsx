import { useEffect, useRef, useState } from 'react'
import { procedureText as text } from '#shared/text/app-procedure.ts'
import { FormDialog } from '../../design/form-dialog.tsx'
import { Field } from '../../design/field.tsx'

const LONGEST_WHY = 200

/** What is kept longer than the rest is kept for a reason, which whoever looks later reads. */
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
        maxLength={LONGEST_WHY}
        onChange={(event) => setWhy(event.target.value)}
      />
    </FormDialog>
  )
}
