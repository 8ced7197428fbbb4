import { MAX_CENTS, formatEuros } from '#shared/domain/euros.ts'
import { displayPlate } from '#shared/domain/plates/display.ts'
import { displayVin } from '#shared/domain/vin.ts'
import { dataLabels as labels } from '#shared/text/app-resources.ts'
import {
  deliveryMethodLabels,
  fieldLabels,
  labelOf,
  procedureTypeLabels,
  signatureDocumentLabels,
  signerLabels,
} from '#shared/text/labels.ts'
import { type Body, type When, bodyIn, isBody, whenIn, wordsIn } from './body-reading.ts'

/** A datum with its name; `when` instead of words for a moment. */
export interface Fact {
  label: string
  words: string
  when?: When
}

/** What kind of procedure it is, in the service's words first; '' when it does not say. */
export function procedureType(body: Body): string {
  const type = wordsIn(body, 'type')
  return wordsIn(body, 'typeDescription') || labelOf(procedureTypeLabels, type)
}

export const signatureType = (body: Body): string => labelOf(signatureDocumentLabels, wordsIn(body, 'type'))

/** The data of a procedure, of registrations and transfers alike: what did not come is not named. */
export function procedureFacts(body: Body): Fact[] {
  const vehicle = bodyIn(body, 'vehicle')
  const vrm = wordsIn(vehicle, 'vrm') || wordsIn(body, 'vrm')
  const vin = wordsIn(vehicle, 'vin')
  return [
    ...fact(labels.vrm, vrm && displayPlate(vrm)),
    ...fact(labels.vin, vin && displayVin(vin)),
    ...fact(fieldLabels.taxableBase, euros(body)),
    ...fact(fieldLabels.invoiceNumber, wordsIn(body, 'invoiceNumber')),
    ...fact(fieldLabels.companyTaxId, wordsIn(body, 'companyTaxId')),
    ...fact(fieldLabels.userEmail, wordsIn(body, 'userEmail')),
    ...fact(labels.recipient, recipient(body)),
    ...moments(body),
  ]
}

export function signatureFacts(body: Body): Fact[] {
  return [...fact(labels.document, signatureType(body)), ...moments(body)]
}

/** Who signs. Of a shape that we do not know, whatever came. */
export function signerFacts(body: Body): Fact[] {
  const signer = Object.hasOwn(body, 'signer') ? body['signer'] : null
  if (!isBody(signer)) return fact(labels.name, wordsIn(body, 'signer'))
  const type = wordsIn(signer, 'type')
  const method = wordsIn(signer, 'deliveryMethod')
  return [
    ...fact(labels.name, wordsIn(signer, 'fullname')),
    ...fact(labels.signerType, labelOf(signerLabels, type)),
    ...fact(labels.idNumber, wordsIn(signer, 'idNumber')),
    ...fact(labels.representativeId, wordsIn(bodyIn(signer, 'representative'), 'idNumber')),
    ...fact(labels.email, wordsIn(signer, 'email')),
    ...fact(labels.phone, wordsIn(signer, 'phone')),
    ...fact(labels.address, address(signer)),
    ...fact(labels.deliveryMethod, labelOf(deliveryMethodLabels, method)),
  ]
}

const fact = (label: string, words: string): Fact[] => (words === '' ? [] : [{ label, words }])

function moments(body: Body): Fact[] {
  return (['createdAt', 'updatedAt'] as const).flatMap((field) => {
    const when = whenIn(body, field)
    return when === null ? [] : [{ label: labels[field], words: '', when }]
  })
}

/** An amount that is not a number, or is no amount of this world, is shown as it came. */
function euros(body: Body): string {
  const amount = Object.hasOwn(body, 'taxableBase') ? body['taxableBase'] : null
  const cents = typeof amount === 'number' ? Math.round(amount * 100) : NaN
  return Math.abs(cents) <= MAX_CENTS ? formatEuros(cents) : wordsIn(body, 'taxableBase')
}

const recipient = (body: Body): string =>
  [wordsIn(body, 'docRecipient'), wordsIn(body, 'docRecipientAddress')].filter(Boolean).join(' · ')

function address(signer: Body): string {
  const parts = bodyIn(signer, 'address')
  const town = [wordsIn(parts, 'zipCode'), wordsIn(parts, 'municipalityName')].filter(Boolean).join(' ')
  const known = [wordsIn(parts, 'street'), town, wordsIn(parts, 'provinceName')].filter(Boolean).join(', ')
  return known || wordsIn(signer, 'address')
}
