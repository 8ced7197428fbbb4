import type { AnnotationFields } from '#shared/bridge/cases.ts'
import { cleanTaxId } from '#shared/domain/tax-id.ts'

/** One of those that a procedure is about, as the desk wrote them down. */
export interface Party {
  who: 'seller' | 'buyer'
  name: string
  taxId: string
}

/** Those that have something written of them. */
export function partiesOf(fields: AnnotationFields): readonly Party[] {
  const all: readonly Party[] = [
    { who: 'seller', name: fields.sellerName.trim(), taxId: fields.sellerTaxId.trim() },
    { who: 'buyer', name: fields.buyerName.trim(), taxId: fields.buyerTaxId.trim() },
  ]
  return all.filter(({ name, taxId }) => name !== '' || taxId !== '')
}

/** Whether a signer, or whoever signs for it, is one of them: `unknown` while there is nothing to compare. */
export function compareParties(
  parties: readonly Party[],
  signers: readonly string[],
): 'ok' | 'mismatch' | 'unknown' {
  const known = parties.filter(({ taxId }) => taxId !== '').map(({ taxId }) => cleanTaxId(taxId))
  const numbers = signers.map(cleanTaxId).filter(Boolean)
  if (known.length === 0 || numbers.length === 0) return 'unknown'
  return numbers.some((number) => known.includes(number)) ? 'ok' : 'mismatch'
}

/** What a party gives to the form of who signs. */
export const signerFromParty = ({ name, taxId }: Party) => ({
  ...(taxId !== '' && { idNumber: taxId }),
  ...(name !== '' && { fullname: name }),
})
