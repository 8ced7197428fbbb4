import { MAX_CENTS, formatEuros } from '#shared/domain/euros.ts'
import { readable } from '#shared/domain/history-rows.ts'
import { displayPlate } from '#shared/domain/plates/display.ts'
import { displayVin } from '#shared/domain/vin.ts'
import { extraLabels } from '#shared/text/procedure.ts'
import { dataLabels as labels } from '#shared/text/resources.ts'
import { fieldLabels, procedureName } from '#shared/text/labels.ts'
import { type Body, bodyIn, isBody, wordsIn } from '#shared/domain/service-body.ts'
import { addressIn, type Fact, fact, moments } from '../resources/facts.tsx'

/** Kind of the procedure; '' if the service does not say. */
export const procedureType = (body: Body): string =>
  procedureName(wordsIn(body, 'type'), wordsIn(body, 'typeDescription'))

/** Plate and chassis number of the body, compact; '' where absent. */
export function vehicleOf(body: Body): { vrm: string; vin: string } {
  const vehicle = bodyIn(body, 'vehicle')
  return { vrm: wordsIn(vehicle, 'vrm') || wordsIn(body, 'vrm'), vin: wordsIn(vehicle, 'vin') }
}

/**
 * Data of a procedure, registrations and transfers alike: missing fields are left out.
 * @param car make and model, which the procedure itself does not have; '' if unknown
 */
export function procedureFacts(body: Body, car = ''): Fact[] {
  const { vrm, vin } = vehicleOf(body)
  return [
    ...fact(labels.vrm, vrm && displayPlate(vrm)),
    ...fact(labels.vehicle, car),
    ...fact(labels.vin, vin && displayVin(vin)),
    ...fact(fieldLabels.taxableBase, euros(body)),
    ...fact(fieldLabels.invoiceNumber, wordsIn(body, 'invoiceNumber')),
    ...fact(fieldLabels.companyTaxId, wordsIn(body, 'companyTaxId')),
    ...fact(fieldLabels.userEmail, wordsIn(body, 'userEmail')),
    ...fact(extraLabels.recipient, wordsIn(body, 'docRecipient')),
    ...fact(extraLabels.recipientAddress, addressIn(body, 'docRecipientAddress')),
    ...metadata(body),
    ...moments(body),
  ]
}

/** An amount that is not a number, or is impossibly large, is shown as it came. */
function euros(body: Body): string {
  const amount = Object.hasOwn(body, 'taxableBase') ? body['taxableBase'] : null
  const cents = typeof amount === 'number' ? Math.round(amount * 100) : NaN
  return Math.abs(cents) <= MAX_CENTS ? formatEuros(cents) : wordsIn(body, 'taxableBase')
}

/** Notes of the client or the service, by their own names; a value that is no object, as it came. */
function metadata(body: Body): Fact[] {
  const noted = Object.hasOwn(body, 'metadata') ? body['metadata'] : null
  if (!isBody(noted)) return fact(extraLabels.metadata('metadata'), wordsIn(body, 'metadata'))
  return Object.entries(noted).flatMap(([name, value]) =>
    fact(extraLabels.metadata(name), readable(value).trim()),
  )
}
