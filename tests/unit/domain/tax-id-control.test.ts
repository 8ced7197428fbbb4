import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { entityControls, personLetter } from '#shared/domain/tax-id-control.ts'
import { checkTaxId, ENTITY_LETTERS, entityLetterOf } from '#shared/domain/tax-id.ts'

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
