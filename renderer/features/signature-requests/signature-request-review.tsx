import type { ReactNode } from 'react'
import { type SignatureRequestField, methodOf, takesExtra } from '#shared/domain/signature-requests/fields.ts'
import {
  checkSignatureRequestField,
  isBlocking,
  signerOf,
} from '#shared/domain/signature-requests/check-signature-request.ts'
import { signatureRequestReviewText as text, signatureRequestText } from '#shared/text/signatures.ts'
import { deliveryMethodLabels, signatureDocumentLabels } from '#shared/text/labels.ts'
import { entryOf } from '#shared/text/labels-reports.ts'
import { displayPhone } from '#shared/domain/phone.ts'
import { Sign } from '../../design/sign.tsx'
import { FileCard } from './file-card.tsx'
import type { SignatureRequestOnScreen } from './use-signature-request.ts'

/** Review of a request as it will be sent, with a link back to each field. */
export function SignatureRequestReview({
  signatureRequest,
  onField,
}: {
  signatureRequest: SignatureRequestOnScreen
  onField: (name: SignatureRequestField | 'document') => void
}) {
  const { fields, document } = signatureRequest
  // The values as they are sent: compact identifiers, the phone in international form.
  const signer = signerOf(fields)
  const { street, zipCode, municipalityName, provinceName } = fields
  const town = [zipCode, municipalityName].filter(Boolean).join(' ')
  const address = [street, town, provinceName].filter((part) => part.trim() !== '').join(', ')
  const rows: readonly {
    name: SignatureRequestField | 'document'
    label: string
    value: ReactNode
    soft?: boolean
  }[] = [
    { name: 'document', label: text.what, value: <b>{signatureDocumentLabels[document]}</b> },
    {
      name: 'fullname',
      label: text.who,
      value: (
        <>
          <b>{fields.fullname}</b>{' '}
          <span className="figures second">{signer?.idNumber ?? fields.idNumber}</span>
        </>
      ),
    },
    ...(signer?.type === 'company'
      ? [
          {
            name: 'representativeIdNumber' as const,
            label: signatureRequestText.signer,
            value: <span className="figures">{signer.representative?.idNumber}</span>,
          },
        ]
      : []),
    {
      name: 'email',
      label: text.where,
      value: (
        <>
          {entryOf(deliveryMethodLabels, methodOf(fields)) ?? methodOf(fields)} ·{' '}
          <b>{signer?.email ?? fields.phone}</b>
        </>
      ),
    },
    {
      name: 'phone',
      label: text.phone,
      value: signer?.phone ? displayPhone(signer.phone) : text.noPhone,
      soft: !signer?.phone,
    },
    { name: 'street', label: text.address, value: address || text.noAddress, soft: address === '' },
    ...(takesExtra(document) && fields.extra.trim() !== ''
      ? [
          {
            name: 'extra' as const,
            label: text.extra,
            value: <code className="signature-request-extra">{fields.extra}</code>,
          },
        ]
      : []),
  ]
  return (
    <section className="review" aria-labelledby="signature-request-review">
      <div className="step-head">
        <h2 id="signature-request-review" tabIndex={-1} data-request-review>
          {text.title}
        </h2>
        <p className="small second">{text.help}</p>
      </div>
      <dl className="answers">
        {rows.map(({ name, label, value, soft }) => (
          <div key={name} className="answers__row">
            <dt>{label}</dt>
            <dd className={soft ? 'answers__value muted' : 'answers__value'}>
              {isWrong(signatureRequest, name) && <Sign kind="stop" />} {value}
            </dd>
            <dd>
              <button
                type="button"
                className="text-link"
                aria-label={`${text.change} ${label.toLowerCase()}`}
                onClick={() => onField(name)}
              >
                {text.change}
              </button>
            </dd>
          </div>
        ))}
      </dl>
      {fields.procedureId !== '' && (
        <div className="review__file">
          <p className="field__label">{text.file}</p>
          <FileCard procedureId={fields.procedureId} />
        </div>
      )}
    </section>
  )
}

const isWrong = ({ judged }: SignatureRequestOnScreen, name: SignatureRequestField | 'document') =>
  name !== 'document' && isBlocking(checkSignatureRequestField(name, judged))
