import type { AnnotationFields } from '#shared/bridge/cases.ts'
import { cleanTaxId } from '#shared/domain/tax-id.ts'

/** Party of a procedure, as annotated by the office. */
export interface Party {
  who: 'seller' | 'buyer'
  name: string
  taxId: string
}

/** Parties with any data. */
export function partiesOf(fields: AnnotationFields): readonly Party[] {
  const all: readonly Party[] = [
    { who: 'seller', name: fields.sellerName.trim(), taxId: fields.sellerTaxId.trim() },
    { who: 'buyer', name: fields.buyerName.trim(), taxId: fields.buyerTaxId.trim() },
  ]
  return all.filter(({ name, taxId }) => name !== '' || taxId !== '')
}

/** Compares a signer, or its representative, with the parties: `unknown` while there is nothing to compare. */
export function compareParties(
  parties: readonly Party[],
  signers: readonly string[],
): 'ok' | 'mismatch' | 'unknown' {
  const known = parties.filter(({ taxId }) => taxId !== '').map(({ taxId }) => cleanTaxId(taxId))
  const numbers = signers.map(cleanTaxId).filter(Boolean)
  if (known.length === 0 || numbers.length === 0) return 'unknown'
  return numbers.some((number) => known.includes(number)) ? 'ok' : 'mismatch'
}

/** Signer fields from a party. */
export const signerFromParty = ({ name, taxId }: Party) => ({
  ...(taxId !== '' && { idNumber: taxId }),
  ...(name !== '' && { fullname: name }),
})
