import { Copy } from 'lucide-react'
import { dataLabels, resourceWords as text } from '#shared/text/resources.ts'
import { deliveryMethodLabels, signatureDocumentLabels, signerLabels } from '#shared/text/labels.ts'
import { labelOf, unknownNames } from '#shared/text/labels-reports.ts'
import {
  type Body,
  type When,
  readBodyField,
  isBody,
  readTimeField,
  readTextField,
} from '#shared/domain/service-body.ts'
import { dateTime } from '#shared/text/dates.ts'
import { IconButton } from '../../design/button.tsx'
import { copyText } from '../../app/copy-text.ts'
import './resources.css'

/** Datum with its label. A timestamp has `when` instead of words. */
export interface Fact {
  label: string
  words: string
  when?: When
}

export const signatureType = (body: Body): string =>
  labelOf(signatureDocumentLabels, readTextField(body, 'type'), unknownNames.document)

export function signatureFacts(body: Body): Fact[] {
  return [...fact(dataLabels.document, signatureType(body)), ...moments(body)]
}

/**
 * Signer of a request. Screens face the counter, so only the name, kind and delivery method are shown. Other personal
 * data stay hidden until the user asks. A signer of unknown shape is hidden as a whole.
 */
export function signerFacts(body: Body): { seen: Fact[]; personal: Fact[] } {
  const signer = Object.hasOwn(body, 'signer') ? body['signer'] : null
  if (!isBody(signer)) return { seen: [], personal: fact(dataLabels.name, readTextField(body, 'signer')) }
  const type = readTextField(signer, 'type')
  const method = readTextField(signer, 'deliveryMethod')
  return {
    seen: [
      ...fact(dataLabels.name, readTextField(signer, 'fullname')),
      ...fact(dataLabels.signerType, labelOf(signerLabels, type, unknownNames.signer)),
      ...fact(dataLabels.deliveryMethod, labelOf(deliveryMethodLabels, method, unknownNames.deliveryMethod)),
    ],
    personal: [
      ...fact(dataLabels.idNumber, readTextField(signer, 'idNumber')),
      ...fact(
        dataLabels.representativeId,
        readTextField(readBodyField(signer, 'representative'), 'idNumber'),
      ),
      ...fact(dataLabels.email, readTextField(signer, 'email')),
      ...fact(dataLabels.phone, readTextField(signer, 'phone')),
      ...fact(dataLabels.address, addressIn(signer, 'address')),
    ],
  }
}

/** List with the datum; empty if there are no words. */
export const fact = (label: string, words: string): Fact[] => (words === '' ? [] : [{ label, words }])

/** Creation and last change. */
export function moments(body: Body): Fact[] {
  return (['createdAt', 'updatedAt'] as const).flatMap((field) => {
    const when = readTimeField(body, field)
    return when === null ? [] : [{ label: dataLabels[field], words: '', when }]
  })
}

/** Address in one line, from the parts that the service names. An address of another shape is shown unchanged. */
export function addressIn(body: Body, field: string): string {
  const parts = readBodyField(body, field)
  const town = [readTextField(parts, 'zipCode'), readTextField(parts, 'municipalityName')]
    .filter(Boolean)
    .join(' ')
  const known = [readTextField(parts, 'street'), town, readTextField(parts, 'provinceName')]
    .filter(Boolean)
    .join(', ')
  return known || readTextField(body, field)
}

/** Data by name. A `when` that is no date shows the service's own words. */
export function FactList({ facts, id }: { facts: readonly Fact[]; id?: string }) {
  return (
    <dl className="facts resource-facts">
      {facts.map(({ label, words, when }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{when === undefined ? words : whenWords(when)}</dd>
        </div>
      ))}
      {id !== undefined && (
        <div>
          <dt>{dataLabels.id}</dt>
          <dd className="resource-facts__id">
            <CopyableId id={id} />
          </dd>
        </div>
      )}
    </dl>
  )
}

/** Date and time. A value that is no timestamp is shown unchanged. */
const whenWords = (when: When): string => (typeof when === 'number' ? dateTime(when) || String(when) : when)

/** The service's id of a resource, with a copy button. */
export function CopyableId({ id }: { id: string }) {
  return (
    <>
      <span className="resource-id">{id}</span>
      <IconButton icon={Copy} label={text.copyId} named onClick={() => void copyText(id, text.copied.id)} />
    </>
  )
}
