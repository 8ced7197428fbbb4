import { provinceOfPostalCode } from '#shared/domain/postal-code.ts'
import { USUAL_METHOD } from '#shared/domain/signature-requests/fields.ts'
import { foldText } from '#shared/domain/fold-text.ts'
import { signatureRequestText as text } from '#shared/text/signatures.ts'
import { deliveryMethodLabels } from '#shared/text/labels.ts'
import { entryOf } from '#shared/text/labels-reports.ts'
import { knownText } from '#shared/text/fields.ts'
import type { ComboOption } from '../../design/combo-field.tsx'
import { useQuery } from '../../replica/use-replica.ts'
import { useLast } from '../cases/use-last.ts'
import { LEAST_TYPED } from './signature-request-view-model.ts'
import { SignatureRequestCombo, SignatureRequestField } from './signature-request-field.tsx'
import type { SignatureRequestOnScreen } from './use-signature-request.ts'

const MOST = 8

/** Signer's address: the postal code sets the province, and the town has completion. */
export function AddressFields({ signatureRequest }: { signatureRequest: SignatureRequestOnScreen }) {
  return (
    <>
      <div className="signature-request-street">
        <SignatureRequestField name="street" signatureRequest={signatureRequest} />
        <SignatureRequestField name="zipCode" signatureRequest={signatureRequest} />
      </div>
      <div className="step-grid">
        <TownField signatureRequest={signatureRequest} />
        <SignatureRequestField name="provinceName" signatureRequest={signatureRequest} />
      </div>
    </>
  )
}

/** Accepts any town; offers those of the province first. */
function TownField({ signatureRequest }: { signatureRequest: SignatureRequestOnScreen }) {
  const { municipalityName, zipCode } = signatureRequest.fields
  const typed = municipalityName.trim()
  const province = provinceOfPostalCode(zipCode)
  const asked = useQuery(
    'municipalities.find',
    typed.length < LEAST_TYPED ? null : { text: typed, ...(province && { province }), limit: MOST },
  ).data
  const { names, isFirstMeant } = useLast(asked) ?? { names: [], isFirstMeant: false }
  const options: (ComboOption & { province?: string })[] =
    typed.length < LEAST_TYPED || names.includes(municipalityName)
      ? []
      : names.map((name) => ({ id: name.replaceAll(/[^\p{L}\p{N}]/gu, '-'), label: name }))
  const last = useQuery('remembered.get', {}).data
  const offered =
    typed === '' && last !== undefined && last.municipalityName !== ''
      ? [
          {
            id: 'last',
            label: last.municipalityName,
            detail: knownText.lastPlace,
            province: last.provinceName,
          },
        ]
      : options
  return (
    <SignatureRequestCombo
      name="municipalityName"
      signatureRequest={signatureRequest}
      options={offered}
      opensAtOnce
      listLabel={text.suggestions.towns}
      firstIsMeant={isFirstMeant}
      onPick={({ label, province: of }) => {
        const { fields, fills } = signatureRequest
        if (of === undefined) signatureRequest.typeIn('municipalityName', label)
        else if (fields.provinceName.trim() !== '') fills.put({ municipalityName: label })
        else fills.put({ municipalityName: label, provinceName: of })
        signatureRequest.focus('[data-field="provinceName"] input')
      }}
    />
  )
}

const METHODS: readonly (ComboOption & { value: string })[] = [
  { id: USUAL_METHOD, value: USUAL_METHOD, label: deliveryMethodLabels.email, detail: text.usualMethod },
]

/** Delivery method: the service's list is open, so any may be typed; the known one has our label. */
export function ReachFields({ signatureRequest }: { signatureRequest: SignatureRequestOnScreen }) {
  const { deliveryMethod } = signatureRequest.fields
  const method = deliveryMethod.trim() === '' ? USUAL_METHOD : deliveryMethod
  return (
    <div className="signature-request-reach">
      <SignatureRequestField name="phone" signatureRequest={signatureRequest} />
      <SignatureRequestField name="email" signatureRequest={signatureRequest} />
      <SignatureRequestCombo
        name="deliveryMethod"
        signatureRequest={signatureRequest}
        shown={entryOf(deliveryMethodLabels, method) ?? method}
        keep={(typed) => (foldText(typed) === foldText(deliveryMethodLabels.email) ? USUAL_METHOD : typed)}
        options={method === USUAL_METHOD ? [] : METHODS}
        listLabel={text.suggestions.methods}
        opensAtOnce
        onPick={({ value }) => signatureRequest.typeIn('deliveryMethod', value)}
      />
    </div>
  )
}
