import * as fc from 'fast-check'
import { stdnum, type Validator } from 'stdnum'
import { describe, expect, test } from 'vitest'
import {
  entityControls,
  personLetter,
  checkTaxId,
  ENTITY_LETTERS,
  entityLetterOf,
} from '#shared/domain/tax-id.ts'

const digits = (length: number) =>
  fc.integer({ min: 0, max: 10 ** length - 1 }).map((number) => String(number).padStart(length, '0'))

describe('controls', () => {
  test('a number with its letter is valid; with any other it is not, and says which', () => {
    const letters = fc.constantFrom(...'TRWAGMYFPDXBNJZSQVHLCKE'.split(''))
    fc.assert(
      fc.property(digits(8), letters, (number, letter) => {
        const right = personLetter(number)
        const expected = letter === right ? { status: 'valid' } : { status: 'wrong-control', expected: right }
        expect(checkTaxId(number + letter)).toMatchObject(expected)
      }),
    )
  })

  test('every wrong figure in a DNI is caught', () => {
    fc.assert(
      fc.property(digits(8), fc.nat(7), fc.integer({ min: 1, max: 9 }), (number, place, add) => {
        const other = (Number(number.charAt(place)) + add) % 10
        const mistyped = number.slice(0, place) + other + number.slice(place + 1)
        expect(checkTaxId(mistyped + personLetter(number)).status).toBe('wrong-control')
      }),
    )
  })

  test('every wrong figure in an entity’s number is caught', () => {
    const first = fc.constantFrom(...ENTITY_LETTERS)
    fc.assert(
      fc.property(
        first,
        digits(7),
        fc.nat(6),
        fc.integer({ min: 1, max: 9 }),
        (letter, number, place, add) => {
          const other = (Number(number.charAt(place)) + add) % 10
          const mistyped = number.slice(0, place) + other + number.slice(place + 1)
          const [control] = entityControls(letter, number)
          expect(checkTaxId(letter + number + control)).toMatchObject({ status: 'valid', kind: 'entity' })
          expect(checkTaxId(letter + mistyped + control).status).toBe('wrong-control')
          expect(entityLetterOf(letter + number + control)).toBe(letter)
        },
      ),
    )
  })

  test('what is offered as the right one is valid', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^([0-9XYZKLM][0-9]{7}[A-Z]|[A-HJNP-SU-W][0-9]{7}[0-9A-J])$/), (text) => {
        const check = checkTaxId(text)
        const right = check.status === 'wrong-control' ? check.corrected : check.id
        expect(checkTaxId(right).status).toBe('valid')
      }),
    )
  })
})

/** An implementation of others, with the same rules from the same sources. */
describe('as stdnum checks it', () => {
  const { dni, nie, cif } = stdnum['ES'] as Record<'dni' | 'nie' | 'cif', Validator>
  const control = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789')
  const isValid = (text: string) => checkTaxId(text).status === 'valid'

  test('a DNI and a NIE, with any control', () => {
    fc.assert(
      fc.property(
        digits(8),
        digits(7),
        fc.constantFrom('X', 'Y', 'Z'),
        control,
        (eight, seven, first, last) => {
          expect(isValid(eight + last)).toBe(dni.validate(eight + last).isValid)
          expect(isValid(first + seven + last)).toBe(nie.validate(first + seven + last).isValid)
          const right = eight + personLetter(eight)
          expect([isValid(right), dni.validate(right).isValid]).toEqual([true, true])
        },
      ),
      { numRuns: 1_000 },
    )
  })

  test('the number of an entity: what we take as right, it takes', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ENTITY_LETTERS), digits(7), control, (first, seven, last) => {
        const [right] = entityControls(first, seven)
        expect(cif.validate(first + seven + right).isValid).toBe(true)
        if (isValid(first + seven + last)) expect(cif.validate(first + seven + last).isValid).toBe(true)
      }),
      { numRuns: 1_000 },
    )
  })
})
