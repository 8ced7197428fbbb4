/**
 * Control characters of Spanish tax identifiers: modulo 23 for people; for entities, whose letters and
 * numbers Orden EHA/451/2008 (BOE-A-2008-3580) lays down, a sum of figures. Pure arithmetic; `tax-id.ts`
 * chooses the rule.
 */

const PERSON_LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE'
const ENTITY_LETTERS = 'JABCDEFGHI'

/**
 * Letter of a DNI or NIE: the number modulo 23.
 * @param digits one or more decimal digits; the X, Y, Z of a NIE already turned into 0, 1, 2
 */
export const personLetter = (digits: string): string => PERSON_LETTERS.charAt(Number(digits) % 23)

/**
 * Control of an entity, in its two forms: its first letter decides which.
 * @param digits the seven digits between the first letter and the control
 */
export function entityControl(digits: string): { digit: string; letter: string } {
  let sum = 0
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits.charAt(index))
    // First, third, fifth… count double, and a double of two figures counts as their sum.
    const doubled = digit * 2
    sum += index % 2 === 1 ? digit : doubled > 9 ? doubled - 9 : doubled
  }
  const control = (10 - (sum % 10)) % 10
  return { digit: String(control), letter: ENTITY_LETTERS.charAt(control) }
}

/** Entities with a letter: foreign, local, public and religious bodies, and non-residents. */
const LETTER_ENTITIES = 'NPQRSW'
/** Entities with a digit: companies and communities of goods or owners. */
const DIGIT_ENTITIES = 'ABEH'

/**
 * Possible controls of an entity, the usual one first.
 * @param first the entity's letter
 * @param digits the seven digits after it
 */
export function entityControls(first: string, digits: string): readonly [string, ...string[]] {
  const { digit, letter } = entityControl(digits)
  const wantsLetter = LETTER_ENTITIES.includes(first)
  // Numbers that begin with 00 were given to non-residents before the rule: both forms exist.
  const both = digits.startsWith('00') || !(wantsLetter || DIGIT_ENTITIES.includes(first))
  if (both) return wantsLetter ? [letter, digit] : [digit, letter]
  return [wantsLetter ? letter : digit]
}
