import type { Signer } from '../../api/signature.ts'
import type { SignatureRequestFields } from '../../bridge/signature-requests.ts'
import { checkPhone } from '../phone.ts'
import { cleanPostalCode, isPostalCode } from '../postal-code.ts'
import { cleanTaxId } from '../tax-id.ts'
import { signerType } from './check-signature-request.ts'
import { methodOf } from './fields.ts'

/** One line of text, trimmed. */
const tidy = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim()

/**
 * Signer in the service's format: identifiers compact, the phone in international format, and the given parts
 * of the address.
 * @returns `null` without a recognised signer; check-signature-request.ts decides if all of it may be sent
 */
export function signerOf(fields: SignatureRequestFields): Signer | null {
  const type = signerType(fields.idNumber)
  if (type === null) return null
  const phone = checkPhone(fields.phone)
  const email = fields.email.trim()
  const zipCode = isPostalCode(fields.zipCode) ? cleanPostalCode(fields.zipCode) : tidy(fields.zipCode)
  const address = Object.entries({
    street: tidy(fields.street),
    zipCode,
    provinceName: tidy(fields.provinceName),
    municipalityName: tidy(fields.municipalityName),
  }).filter(([, part]) => part !== '')
  return {
    type,
    idNumber: cleanTaxId(fields.idNumber),
    ...(type === 'company' && { representative: { idNumber: cleanTaxId(fields.representativeIdNumber) } }),
    fullname: tidy(fields.fullname),
    ...(address.length > 0 && { address: Object.fromEntries(address) }),
    ...(phone.kind === 'ok' && { phone: phone.e164 }),
    ...(email !== '' && { email }),
    deliveryMethod: methodOf(fields),
  }
}
