import { useId } from 'react'
import { SIGNING_FIELDS } from '#shared/bridge/signing.ts'
import { takesExtra } from '#shared/domain/signing/fields.ts'
import { signingText as text } from '#shared/text/app-signing.ts'
import { signingFieldLabels } from '#shared/text/signing-fields.ts'
import { FieldLine } from '../autosave/field-line.tsx'
import { signingFace } from './signing-face.ts'
import type { SigningOnScreen } from './use-signing.ts'

/** Of the documents whose body is not known: what is assumed, and the place for more of it. */
export function ExtraField({ signing }: { signing: SigningOnScreen }) {
  const { document, fields, stops } = signing
  if (!takesExtra(document)) return null
  const wrong = stops.some(({ field }) => field === 'extra')
  return (
    // What is wrong in it is never hidden.
    <details className="signing-more" open={wrong || undefined}>
      <summary>{text.advanced}</summary>
      <div className="signing-more__body">
        <p className="small second">{text.assumption}</p>
        <TextArea
          name="extra"
          signing={signing}
          help={text.advancedHelp}
          placeholder={text.extraPlaceholder}
        />
        {fields.extra.trim() !== '' && <p className="visually-hidden">{signingFieldLabels.extra}</p>}
      </div>
    </details>
  )
}

interface TextAreaProps {
  name: 'extra' | 'notes'
  signing: SigningOnScreen
  help?: string
  placeholder?: string
}

export function TextArea({ name, signing, help, placeholder }: TextAreaProps) {
  const id = useId()
  const face = signingFace(signing.judged, name, true)
  const line = face.tone === 'help' ? { ...face, words: help ?? face.words } : face
  return (
    <div className={`field wizard-notes signing-field--${name}`} data-field={name}>
      <label className="field__label" htmlFor={id}>
        {signingFieldLabels[name]}
        {name === 'notes' && <span className="field__aside"> {text.local}</span>}
      </label>
      <div className="field__box">
        <textarea
          id={id}
          className="field__input"
          rows={name === 'extra' ? 4 : 2}
          spellCheck={name === 'notes'}
          placeholder={placeholder}
          value={signing.fields[name]}
          maxLength={SIGNING_FIELDS[name]}
          aria-invalid={line.tone === 'stop'}
          aria-describedby={`${id}-help`}
          onChange={(event) => signing.typeIn(name, event.target.value)}
          onBlur={() => signing.leaveField(name)}
        />
      </div>
      <p className="field__help" id={`${id}-help`}>
        <FieldLine face={line} />
      </p>
    </div>
  )
}
