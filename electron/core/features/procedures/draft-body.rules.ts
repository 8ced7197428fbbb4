import { eurosOf, parseEuros } from '#shared/domain/euros.ts'
import { classifyPlate } from '#shared/domain/plates/classify.ts'
import { checkEmail } from '#shared/domain/email.ts'
import type { DraftFields, DraftKind } from '#shared/domain/procedures/fields.ts'
import { checkVin } from '#shared/domain/vin.ts'
import type { DraftBody } from '../../api/service-client.ts'

/** Request body of a form, or `null` while a field is invalid. */
export function draftBody(kind: DraftKind, fields: DraftFields): DraftBody | null {
  const address = checkEmail(fields.userEmail)
  if (!address.ok) return null
  const userEmail = address.email
  if (kind === 'registration') {
    const check = checkVin(fields.vin)
    return check.kind === 'invalid' ? null : { kind, vin: check.vin, userEmail }
  }
  const vrm = classifyPlate(fields.vrm)?.vrm
  if (vrm === undefined) return null
  if (kind === 'notification') return { kind, vrm, userEmail }
  const amount = parseEuros(fields.taxableBase)
  const invoiceNumber = fields.invoiceNumber.trim()
  if (amount.kind !== 'ok' || invoiceNumber === '') return null
  return { kind, vrm, taxableBase: eurosOf(amount.cents), invoiceNumber, userEmail }
}
