import { useState } from 'react'
import type { AppError } from '#shared/bridge/result.ts'
import { linkText as text } from '#shared/text/documents.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { Button } from '../../design/button.tsx'
import { Field, fieldKeys } from '../../design/fields.tsx'
import { linkProblem } from './link-problem.ts'

export interface LinkFormProps {
  busy: boolean
  error: AppError | null
  /** @returns true if added */
  onAdd: (url: string) => Promise<boolean>
  onClose: () => void
}

/** Link to a document elsewhere, which the service downloads. */
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
  return (
    <div className="link-form">
      <Field
        label={text.title}
        type="url"
        inputMode="url"
        // The user has just opened it.
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
        onKeyDown={fieldKeys({ onEnter: () => void add(), onEscape: onClose })}
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
