import { provinceOfPostalCode } from '#shared/domain/postal-code.ts'
import { USUAL_METHOD } from '#shared/domain/signing/fields.ts'
import { foldText } from '#shared/domain/search-text.ts'
import { signingText as text } from '#shared/text/app-signing.ts'
import { deliveryMethodLabels, entryOf } from '#shared/text/labels.ts'
import type { ComboOption } from '../../design/combo-field.tsx'
import { useQuery } from '../../replica/use-replica.ts'
import { useLast } from '../desk/use-last.ts'
import { LEAST_TYPED } from './contact-options.ts'
import { SigningCombo, SigningField } from './signing-field.tsx'
import type { SigningOnScreen } from './use-signing.ts'

const MOST = 8

/** Where they live: the province comes with the postal code, and the town is completed. */
export function AddressFields({ signing }: { signing: SigningOnScreen }) {
  return (
    <>
      <div className="signing-street">
        <SigningField name="street" signing={signing} />
        <SigningField name="zipCode" signing={signing} />
      </div>
      <div className="step-grid">
        <TownField signing={signing} />
        <SigningField name="provinceName" signing={signing} />
      </div>
    </>
  )
}

/** Any town may be written; those of the province are offered first. */
function TownField({ signing }: { signing: SigningOnScreen }) {
  const { municipalityName, zipCode } = signing.fields
  const typed = municipalityName.trim()
  const province = provinceOfPostalCode(zipCode)
  const asked = useQuery(
    'municipalities.find',
    typed.length < LEAST_TYPED ? null : { text: typed, ...(province && { province }), limit: MOST },
  ).data
  const names = useLast(asked)?.names ?? []
  const options: ComboOption[] =
    typed.length < LEAST_TYPED || names.includes(municipalityName)
      ? []
      : names.map((name) => ({ id: name.replaceAll(/[^\p{L}\p{N}]/gu, '-'), label: name }))
  const [first] = names
  return (
    <SigningCombo
      name="municipalityName"
      signing={signing}
      options={options}
      listLabel={text.suggestions.towns}
      firstIsMeant={first !== undefined && foldText(first).startsWith(foldText(typed))}
      onPick={({ label }) => {
        signing.typeIn('municipalityName', label)
        signing.focus('[data-field="provinceName"] input')
      }}
    />
  )
}

const METHODS: readonly (ComboOption & { value: string })[] = [
  { id: USUAL_METHOD, value: USUAL_METHOD, label: deliveryMethodLabels.email, detail: text.usualMethod },
]

/** How it reaches them: the list is open, so anything may be written; the one that is known has a name of ours. */
export function ReachFields({ signing }: { signing: SigningOnScreen }) {
  const { deliveryMethod } = signing.fields
  const method = deliveryMethod.trim() === '' ? USUAL_METHOD : deliveryMethod
  return (
    <div className="signing-reach">
      <SigningField name="phone" signing={signing} />
      <SigningField name="email" signing={signing} />
      <SigningCombo
        name="deliveryMethod"
        signing={signing}
        shown={entryOf(deliveryMethodLabels, method) ?? method}
        keep={(typed) => (foldText(typed) === foldText(deliveryMethodLabels.email) ? USUAL_METHOD : typed)}
        options={method === USUAL_METHOD ? [] : METHODS}
        listLabel={text.suggestions.methods}
        opensAtOnce
        onPick={({ value }) => signing.typeIn('deliveryMethod', value)}
      />
    </div>
  )
}
