import { cleanTaxId } from '#shared/domain/tax-id.ts'

/**
 * True if the signer, or the company they sign for, is none of the annotated parties.
 * @param parties compact; an empty list proves nothing
 */
export function isMismatch(signers: readonly string[], parties: readonly string[]): boolean {
  const numbers = signers.map(cleanTaxId).filter((number) => number !== '')
  return parties.length > 0 && numbers.length > 0 && !numbers.some((number) => parties.includes(number))
}
