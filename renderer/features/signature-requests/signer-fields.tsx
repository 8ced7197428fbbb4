import { Building2, UserRound } from 'lucide-react'
import { useState } from 'react'
import type { Contact } from '#shared/bridge/signature-requests.ts'
import type { SignatureRequestField as FieldName } from '#shared/domain/signature-requests/fields.ts'
import { cleanTaxId } from '#shared/domain/tax-id.ts'
import { signatureRequestText as text, trialSignerText } from '#shared/text/signatures.ts'
import { knownText } from '#shared/text/fields.ts'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { useQuery, useSlice } from '../../replica/use-replica.ts'
import { useLast } from '../cases/use-last.ts'
import { KnownWords } from '../known-parties/known-lines.tsx'
import { contactOptions, isMeant, LEAST_TYPED } from './signature-request-view-model.ts'
import { SignatureRequestCombo, SignatureRequestField } from './signature-request-field.tsx'
import type { SignatureRequestOnScreen } from './use-signature-request.ts'

const MOST = 6
const NONE: readonly Contact[] = []

/** Signer fields: the identifier decides between person and company, and known contacts complete the form. */
export function SignerFields({ signatureRequest }: { signatureRequest: SignatureRequestOnScreen }) {
  /** Field that the contact search uses. */
  const [looking, setLooking] = useState<'idNumber' | 'fullname'>('idNumber')
  const { fields, type } = signatureRequest
  const typed = fields[looking].trim()
  const asked = useQuery(
    'contacts.find',
    typed.length < LEAST_TYPED ? null : { text: typed, limit: MOST },
  ).data
  const last = useLast(asked)?.rows
  const found = typed.length < LEAST_TYPED ? NONE : (last ?? NONE)
  // The contact already in the form is not offered again.
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

/** The last representative of a company, offered while none is known for this company. */
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
            signatureRequest.fills.put({ representativeIdNumber: last })
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

/** Identifiers whose outcome is known beforehand. Never in Producción. */
function TrialSigners({ signatureRequest }: { signatureRequest: SignatureRequestOnScreen }) {
  const environment = useSlice('profile')?.environment
  if (environment !== 'demo' && environment !== 'development') return null
  // Of a company, the number of who signs for it decides.
  const name = signatureRequest.type === 'company' ? 'representativeIdNumber' : 'idNumber'
  return (
    <div className="trial-signers" role="group" aria-label={trialSignerText.title}>
      <span className="small muted">{trialSignerText.title}</span>
      {trialSignerText.signers.map(({ idNumber, outcome }) => (
        <Button key={idNumber} tone="plain" size="low" onClick={() => signatureRequest.put(name, idNumber)}>
          <span className="figures">{idNumber}</span> {outcome}
        </Button>
      ))}
    </div>
  )
}
