import { type KeyboardEvent, useState } from 'react'
import type { AppError } from '#shared/bridge/result.ts'
import { linkText as text } from '#shared/text/app-documents.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { Button } from '../../design/button.tsx'
import { Field } from '../../design/field.tsx'
import { linkProblem } from './link-problem.ts'

export interface LinkFormProps {
  busy: boolean
  error: AppError | null
  /** @returns whether it was added */
  onAdd: (url: string) => Promise<boolean>
  onClose: () => void
}

/** A document that is somewhere else: the service brings it from there. */
export function LinkForm({ busy, error, onAdd, onClose }: LinkFormProps) {
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
  const keyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    // Neither goes on to the next step nor leaves the page.
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Enter') void add()
    else onClose()
  }
  return (
    <div className="link-form">
      <Field
        label={text.title}
        type="url"
        inputMode="url"
        // The person has just asked for it.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        value={typed}
        maxLength={2_048}
        placeholder={text.placeholder}
        spellCheck={false}
        help={problem === 'plain' ? text.plain : text.help}
        error={
          strict && wrong
            ? text[problem]
            : error
              ? `${errorTexts[error.code].title} ${errorTexts[error.code].advice}`
              : undefined
        }
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={keyDown}
      />
      <div className="link-form__ways">
        <Button disabled={busy} onClick={() => void add()}>
          {text.add}
        </Button>
        <Button tone="plain" onClick={onClose}>
          {text.close}
        </Button>
      </div>
    </div>
  )
}
