import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ineMunicipalities } from '#electron/core/features/municipalities/ine-municipalities.ts'
import { createMunicipalities } from '#electron/core/features/municipalities/municipalities.ts'

const { find } = createMunicipalities()

test('all of them are there', () => {
  expect(ineMunicipalities.size).toBe(52)
  expect([...ineMunicipalities.values()].flatMap((names) => names.split('|'))).toHaveLength(8_124)
})

describe('found without accents, articles, capitals nor order', () => {
  test.each([
    ['las palmas', null, 'Las Palmas de Gran Canaria'],
    ['palmas de gran', '35', 'Las Palmas de Gran Canaria'],
    ['PALMAS GRAN CANARIA LAS', null, 'Las Palmas de Gran Canaria'],
    ['la coruña', null, 'A Coruña'],
    ['coruna', null, 'A Coruña'],
    ['alicante', null, 'Alicante/Alacant'],
    ['alacant', '03', 'Alicante/Alacant'],
    ['san sebastian', '20', 'Donostia/San Sebastián'],
    ['donosti', null, 'Donostia/San Sebastián'],
    ['hondon de las nieves', null, 'el Fondó de les Neus/Hondón de las Nieves'],
    ['hospitalet llobregat', '08', "L'Hospitalet de Llobregat"],
    ['mostoles', '28', 'Móstoles'],
    ['madrid', '28', 'Madrid'],
  ])('%s in %s: %s', async (typed, province, name) => {
    expect(await find(typed, province, 10)).toContain(name)
  })
})

test('what begins so comes first', async () => {
  expect((await find('madrid', null, 5))[0]).toBe('Madrid')
  expect((await find('san l', '28', 20))[0]).toMatch(/^San L/)
})

test('of the province that is given, and of any when there it is unknown', async () => {
  expect(await find('villanueva', '28', 50)).not.toContain('Villanueva de la Serena')
  expect(await find('mostoles', '45', 5)).toEqual(['Móstoles'])
})

test('nothing typed is nothing found, and nothing else is needed', async () => {
  expect(await find(' ', '28', 5)).toEqual([])
  expect(await find('xyzzy', null, 5)).toEqual([])
})

test('every municipality is found by its own name, as it is listed', async () => {
  const all = [...ineMunicipalities].flatMap(([province, names]) =>
    names.split('|').map((name) => ({ province, name })),
  )
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...all), async ({ province, name }) => {
      const found = await find(name, province, 50)
      const plain = (text: string) => text.replace(/[^\p{L}]/gu, '').length
      expect(found.some((one) => plain(one) === plain(name))).toBe(true)
    }),
    { numRuns: 200 },
  )
})
