import { cleanTaxId } from '#shared/domain/tax-id.ts'

/**
 * Whether whoever signs, or the company they sign for, is none of the parties that the desk noted.
 * @param parties compact; none noted says nothing
 */
export function isMismatch(signers: readonly string[], parties: readonly string[]): boolean {
  const numbers = signers.map(cleanTaxId).filter((number) => number !== '')
  return parties.length > 0 && numbers.length > 0 && !numbers.some((number) => parties.includes(number))
}
