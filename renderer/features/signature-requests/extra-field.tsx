import { useId } from 'react'
import { SIGNATURE_REQUEST_FIELDS, takesExtra } from '#shared/domain/signature-requests/fields.ts'
import { signatureRequestText as text } from '#shared/text/app-signature-request.ts'
import { signatureRequestFieldLabels } from '#shared/text/signature-request-fields.ts'
import { FieldLine } from '../autosave/field-line.tsx'
import { signatureRequestViewModel } from './signature-request-view-model.ts'
import type { SignatureRequestOnScreen } from './use-signature-request.ts'

/** Extra fields of documents with an undocumented body: the assumptions, and a field for more. */
export function ExtraField({ signatureRequest }: { signatureRequest: SignatureRequestOnScreen }) {
  const { document, fields, stops } = signatureRequest
  if (!takesExtra(document)) return null
  const wrong = stops.some(({ field }) => field === 'extra')
  return (
    // Opens by itself when it has an error.
    <details className="signature-request-more" open={wrong || undefined}>
      <summary>{text.advanced}</summary>
      <div className="signature-request-more__body">
        <p className="small second">{text.assumption}</p>
        <TextArea
          name="extra"
          signatureRequest={signatureRequest}
          help={text.advancedHelp}
          placeholder={text.extraPlaceholder}
        />
        {fields.extra.trim() !== '' && <p className="visually-hidden">{signatureRequestFieldLabels.extra}</p>}
      </div>
    </details>
  )
}

interface TextAreaProps {
  name: 'extra' | 'notes'
  signatureRequest: SignatureRequestOnScreen
  help?: string
  placeholder?: string
}

export function TextArea({ name, signatureRequest, help, placeholder }: TextAreaProps) {
  const id = useId()
  const viewModel = signatureRequestViewModel(signatureRequest.judged, name, true)
  const line = viewModel.tone === 'help' ? { ...viewModel, words: help ?? viewModel.words } : viewModel
  return (
    <div className={`field wizard-notes signature-request-field--${name}`} data-field={name}>
      <label className="field__label" htmlFor={id}>
        {signatureRequestFieldLabels[name]}
        {name === 'notes' && <span className="field__aside"> {text.local}</span>}
      </label>
      <div className="field__box">
        <textarea
          id={id}
          className="field__input"
          rows={name === 'extra' ? 4 : 2}
          spellCheck={name === 'notes'}
          placeholder={placeholder}
          value={signatureRequest.fields[name]}
          maxLength={SIGNATURE_REQUEST_FIELDS[name]}
          aria-invalid={line.tone === 'stop'}
          aria-describedby={`${id}-help`}
          onChange={(event) => signatureRequest.typeIn(name, event.target.value)}
          onBlur={() => signatureRequest.leaveField(name)}
        />
      </div>
      <p className="field__help" id={`${id}-help`}>
        <FieldLine viewModel={line} />
      </p>
    </div>
  )
}
