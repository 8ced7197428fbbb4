import { type FormEvent, useEffect, useRef, useState } from 'react'
import { procedureText as text } from '#shared/text/app-procedure.ts'
import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Field } from '../../design/field.tsx'

const LONGEST_WHY = 200

/** What is kept longer than the rest is kept for a reason, which whoever looks later reads. */
export function PinDialog({ onPin, onClose }: { onPin: (why: string) => void; onClose: () => void }) {
  const [why, setWhy] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onPin(why.trim())
  }
  return (
    <Dialog label={text.pinTitle} dismissable={why === ''} onClose={onClose}>
      <form className="dialog__form" onSubmit={submit}>
        <div className="dialog__body">
          <h2>{text.pinTitle}</h2>
          <p className="second">{text.pinBody}</p>
          <Field
            ref={field}
            label={text.pinWhy}
            value={why}
            maxLength={LONGEST_WHY}
            autoComplete="off"
            onChange={(event) => setWhy(event.target.value)}
          />
        </div>
        <div className="dialog__actions">
          <Button tone="plain" onClick={onClose}>
            {text.cancel}
          </Button>
          <Button tone="primary" type="submit">
            {text.pin}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
