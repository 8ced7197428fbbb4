import { expect, test } from 'vitest'

test('passes', () => {})

test("it's «wrong»", () => {
  expect('Lo que se veía').toBe('Lo que se esperaba')
})
