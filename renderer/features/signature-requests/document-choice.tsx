import { useId } from 'react'
import type { Signable } from '#shared/domain/signature-requests/fields.ts'
import {
  SIGNABLE_ORDER,
  signableHelp,
  signatureRequestText as text,
} from '#shared/text/app-signature-request.ts'
import { signatureDocumentLabels } from '#shared/text/labels.ts'

export interface DocumentChoiceProps {
  value: Signable
  onChange: (document: Signable) => void
}

/** Choice among the five documents, each with its purpose. Native radio buttons: arrows move among them. */
export function DocumentChoice({ value, onChange }: DocumentChoiceProps) {
  const name = useId()
  return (
    <fieldset className="signable">
      <legend>{text.document}</legend>
      <div className="signable__grid">
        {SIGNABLE_ORDER.map((document) => (
          <label key={document} className="signable__option">
            <input
              className="radio"
              type="radio"
              name={name}
              value={document}
              checked={document === value}
              onChange={() => onChange(document)}
            />
            <span className="signable__label">{signatureDocumentLabels[document]}</span>
            <span className="signable__help">{signableHelp[document]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
