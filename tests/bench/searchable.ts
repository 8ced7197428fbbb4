import { procedureAt } from './desk-data.ts'
import { modelAt } from './seed.ts'

/** Texts that the list finds the `index`th procedure by, as the peers of its search are given them. */
export function searchableAt(index: number, now: number) {
  const { id, vrm, vin, label, body, desk, labels, userEmail, files, contact } = procedureAt(index, now)
  const { client = '', seller = '', sellerTaxId = '', buyer = '', buyerTaxId = '', notes = '' } = desk ?? {}
  return {
    id,
    vrm: vrm ?? '',
    vin: vin ?? '',
    invoice: String(body['invoiceNumber'] ?? ''),
    vehicle: vrm === null ? '' : modelAt(index).join(' '),
    client,
    seller,
    sellerTaxId,
    buyer,
    buyerTaxId,
    email: userEmail,
    phone: contact?.phone ?? '',
    notes,
    label,
    labels: labels.join(' '),
    files: files.join(' '),
  }
}

export type Searchable = ReturnType<typeof searchableAt>
