import { type ReactNode, useState } from 'react'
import { Building2, UserRound } from 'lucide-react'
import {
  SIGNATURE_REQUEST_FIELDS,
  type SignatureRequestField as FieldName,
  USUAL_METHOD,
} from '#shared/domain/signature-requests/fields.ts'
import { checkSignatureRequestField } from '#shared/domain/signature-requests/check-signature-request.ts'
import { signatureRequestText as text, trialSignerText } from '#shared/text/signatures.ts'
import { signatureRequestFieldLabels, knownText } from '#shared/text/fields.ts'
import type { Contact } from '#shared/bridge/signature-requests.ts'
import { cleanTaxId } from '#shared/domain/tax-id.ts'
import { provinceOfPostalCode } from '#shared/domain/addresses.ts'
import { foldText } from '#shared/domain/normalize-text.ts'
import { deliveryMethodLabels } from '#shared/text/labels.ts'
import { entryOf } from '#shared/text/labels-reports.ts'
import { ComboField, type ComboOption, Field } from '../../design/fields.tsx'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { useQuery, useSlice } from '../../replica/use-replica.ts'
import { KnownHelp, useKnownLine, KnownWords } from '../known-parties/feature.ts'
import { FieldWays } from '../../app/forms/field-line.tsx'
import { useLast } from '../../app/account-change.ts'
import {
  signatureRequestViewModel,
  contactOptions,
  isMeant,
  LEAST_TYPED,
} from './signature-request-view-model.ts'
import type { SignatureRequestOnScreen } from './use-signature-request.ts'

const KEYBOARDS: Readonly<Partial<Record<FieldName, 'email' | 'numeric' | 'tel'>>> = {
  zipCode: 'numeric',
  phone: 'tel',
  email: 'email',
}
const MEMORY_KEYS = { undo: 'signature-requests.unfill', take: 'signature-requests.take' } as const

/** True if the field may be empty with the present values of the other fields. */
const isOptional = ({ judged }: SignatureRequestOnScreen, name: FieldName): boolean =>
  checkSignatureRequestField(name, { ...judged, fields: { ...judged.fields, [name]: '' } }).level === 'empty'

interface SignatureRequestFieldProps {
  name: FieldName
  signatureRequest: SignatureRequestOnScreen
  label?: string
  end?: ReactNode
}

/** Common props of the form's fields: label, interpretation underneath, and autosave. */
function useFieldProps({ name, signatureRequest, label, end }: SignatureRequestFieldProps) {
  const viewModel = signatureRequestViewModel(signatureRequest.judged, name, signatureRequest.isStrict(name))
  const line = useKnownLine({
    name,
    value: signatureRequest.fields[name],
    known: signatureRequest.party,
    fills: signatureRequest.fills,
    isStrict: signatureRequest.isStrict(name),
    choose: knownText.choose[name],
    keys: MEMORY_KEYS,
  })
  return {
    viewModel,
    end: (
      <>
        {/* The origin of the value is shown under the field. */}
        {line.end ?? end}
      </>
    ),
    field: {
      label: label ?? signatureRequestFieldLabels[name],
      aside: isOptional(signatureRequest, name) ? text.optional : undefined,
      value: signatureRequest.fields[name],
      maxLength: SIGNATURE_REQUEST_FIELDS[name],
      inputMode: KEYBOARDS[name],
      autoComplete: 'off',
      autoCapitalize: 'off',
      spellCheck: false,
      'aria-invalid': viewModel.tone === 'stop',
      help: <KnownHelp line={line} viewModel={viewModel} />,
      onBlur: () => signatureRequest.leaveField(name),
    },
    ways: (
      <>
        <FieldWays
          viewModel={viewModel}
          onSuggestion={(value) => signatureRequest.setField(name, value)}
          onAccept={(what, on) => signatureRequest.form.accept(what, on)}
        />
        {line.ways}
      </>
    ),
  }
}

/** Field of a request, saved as it is typed. */
function SignatureRequestField(props: SignatureRequestFieldProps) {
  const { name, signatureRequest } = props
  const { field, ways, end } = useFieldProps(props)
  return (
    <div className={`wizard-field signature-request-field--${name}`} data-field={name}>
      <Field {...field} end={end} onChange={(event) => signatureRequest.typeIn(name, event.target.value)} />
      {ways}
    </div>
  )
}

interface SignatureRequestComboProps<O extends ComboOption> extends SignatureRequestFieldProps {
  options: readonly O[]
  listLabel: string
  firstIsMeant?: boolean
  opensAtOnce?: boolean
  /** `shown` and `keep` convert between text and stored value, for a code of the service that has our label. */
  shown?: string
  keep?: (typed: string) => string
  onPick: (option: O) => void
}

/** Field with completion. */
function SignatureRequestCombo<O extends ComboOption>(props: SignatureRequestComboProps<O>) {
  const {
    name,
    signatureRequest,
    options,
    listLabel,
    firstIsMeant = false,
    opensAtOnce = false,
    onPick,
  } = props
  const { field, ways, end } = useFieldProps(props)
  const { keep = (typed) => typed, shown = field.value } = props
  return (
    <div className={`wizard-field signature-request-field--${name}`} data-field={name}>
      <ComboField
        {...field}
        value={shown}
        options={options}
        listLabel={listLabel}
        count={text.options}
        firstIsMeant={firstIsMeant}
        opensAtOnce={opensAtOnce}
        end={end}
        onType={(value) => signatureRequest.typeIn(name, keep(value))}
        onPick={onPick}
      />
      {ways}
    </div>
  )
}

const MOST_CONTACTS = 6
const NONE: readonly Contact[] = []

/** Signer fields: the identifier decides between person and company, and known contacts complete the form. */
export function SignerFields({ signatureRequest }: { signatureRequest: SignatureRequestOnScreen }) {
  /** Field that the contact search uses. */
  const [looking, setLooking] = useState<'idNumber' | 'fullname'>('idNumber')
  const { fields, type } = signatureRequest
  const typed = fields[looking].trim()
  const asked = useQuery(
    'contacts.find',
    typed.length < LEAST_TYPED ? null : { text: typed, limit: MOST_CONTACTS },
  ).data
  const last = useLast(asked)?.rows
  const found = typed.length < LEAST_TYPED ? NONE : (last ?? NONE)
  // The contact in the form is not offered again.
  const others = found.filter((contact) => !isIn(contact, fields))
  const known = found.find((contact) => isIn(contact, fields)) !== undefined

  const combo = (name: 'idNumber' | 'fullname', label?: string) => (
    <SignatureRequestCombo
      name={name}
      signatureRequest={signatureRequest}
      {...(label !== undefined && { label })}
      options={looking === name ? contactOptions(others) : []}
      listLabel={text.suggestions.contacts}
      firstIsMeant={isMeant(others, fields[name])}
      onPick={({ contact }) => signatureRequest.fromContact(contact)}
      end={name === 'fullname' && known && <KnownMark />}
    />
  )
  const drawing = type === 'company' ? Building2 : UserRound
  return (
    <>
      <div className="signature-request-who" onFocus={(event) => setLooking(fieldOf(event.target))}>
        {combo('idNumber')}
        {combo('fullname', type === 'company' ? text.company : type === 'person' ? text.person : undefined)}
      </div>
      {(type === 'company' || fields.representativeIdNumber.trim() !== '') && (
        <div className="signature-request-who">
          <SignatureRequestField
            name="representativeIdNumber"
            signatureRequest={signatureRequest}
            end={<Icon of={drawing} className="signature-request-field__icon" />}
          />
          <LastRepresentative signatureRequest={signatureRequest} />
        </div>
      )}
      <TrialSigners signatureRequest={signatureRequest} />
    </>
  )
}

/** Offers the representative that was sent last, if none is known for this company. */
function LastRepresentative({ signatureRequest }: { signatureRequest: SignatureRequestOnScreen }) {
  const last = useQuery('remembered.get', {}).data?.representativeIdNumber ?? ''
  const { fields, party } = signatureRequest
  const isKnown = party.choices.representativeIdNumber !== undefined
  if (last === '' || isKnown || fields.representativeIdNumber.trim() !== '') return null
  return (
    <div className="wizard-field">
      <p className="field__help">
        <KnownWords>{knownText.lastSigner}</KnownWords>
      </p>
      <div className="known-ways">
        <Button
          size="low"
          onClick={() => {
            signatureRequest.fills.fillIn({ representativeIdNumber: last })
            signatureRequest.toField('representativeIdNumber')
          }}
        >
          {knownText.put(last)}
        </Button>
      </div>
    </div>
  )
}

const fieldOf = (target: EventTarget): 'idNumber' | 'fullname' =>
  target instanceof HTMLElement && target.closest('[data-field="fullname"]') ? 'fullname' : 'idNumber'

const isIn = (contact: Contact, fields: Readonly<Record<FieldName, string>>): boolean =>
  cleanTaxId(contact.fields.idNumber) === cleanTaxId(fields.idNumber) &&
  contact.fields.fullname.trim() === fields.fullname.trim()

const KnownMark = () => (
  <span className="signature-request-known" title={text.knownHelp}>
    {text.known}
  </span>
)

/** Identifiers with a fixed outcome in the test environments. Never in Producción. */
function TrialSigners({ signatureRequest }: { signatureRequest: SignatureRequestOnScreen }) {
  const environment = useSlice('profile')?.environment
  if (environment !== 'demo' && environment !== 'development') return null
  // For a company, the number of its representative decides.
  const name = signatureRequest.type === 'company' ? 'representativeIdNumber' : 'idNumber'
  return (
    <div className="trial-signers" role="group" aria-label={trialSignerText.title}>
      <span className="small muted">{trialSignerText.title}</span>
      {trialSignerText.signers.map(({ idNumber, outcome }) => (
        <Button
          key={idNumber}
          tone="plain"
          size="low"
          onClick={() => signatureRequest.setField(name, idNumber)}
        >
          <span className="figures">{idNumber}</span> {outcome}
        </Button>
      ))}
    </div>
  )
}

const MOST_PLACES = 8

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

/** Field that accepts any town, and offers those of the province first. */
function TownField({ signatureRequest }: { signatureRequest: SignatureRequestOnScreen }) {
  const { municipalityName, zipCode } = signatureRequest.fields
  const typed = municipalityName.trim()
  const province = provinceOfPostalCode(zipCode)
  const asked = useQuery(
    'municipalities.find',
    typed.length < LEAST_TYPED ? null : { text: typed, ...(province && { province }), limit: MOST_PLACES },
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
        else if (fields.provinceName.trim() !== '') fills.fillIn({ municipalityName: label })
        else fills.fillIn({ municipalityName: label, provinceName: of })
        signatureRequest.focus('[data-field="provinceName"] input')
      }}
    />
  )
}

const METHODS: readonly (ComboOption & { value: string })[] = [
  { id: USUAL_METHOD, value: USUAL_METHOD, label: deliveryMethodLabels.email, detail: text.usualMethod },
]

/** Delivery method. The service's list is open, so any text is valid. The known method has our label. */
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
