import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  ineMunicipalities,
  otherMunicipalityNames,
} from '#electron/core/features/municipalities/ine-municipalities.ts'
import { createMunicipalities } from '#electron/core/features/municipalities/municipalities.ts'

const { beginsName, find } = createMunicipalities()

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
    ['Alcobendas (Madrid)', null, 'Alcobendas'],
    ['Parla, Madrid', null, 'Parla'],
    ['Torrejón de Ardoz - Madrid', '28', 'Torrejón de Ardoz'],
    ['Pto. de Sta. María', null, 'El Puerto de Santa María'],
    ['Jerez de la Fra.', null, 'Jerez de la Frontera'],
    ['Benisa', null, 'Benissa'],
    ['San Boy', null, 'Sant Boi de Llobregat'],
    ['La Laguna', null, 'San Cristóbal de La Laguna'],
    ['Xixón', null, 'Gijón'],
    ['Pola de Siero', null, 'Siero'],
    ['Maspalomas', null, 'San Bartolomé de Tirajana'],
    ['Puerto de Sagunto', '46', 'Sagunto/Sagunt'],
  ])('%s in %s: %s', async (typed, province, name) => {
    expect(await find(typed, province, 10)).toContain(name)
  })
})

describe('Enter takes the first one that is found, by its name in either language', () => {
  test.each([
    ['Gerona', 'Girona'],
    ['girona', 'Girona'],
    ['Lérida', 'Lleida'],
    ['Orense', 'Ourense'],
    ['La Coruña', 'A Coruña'],
    ['Ibiza', 'Eivissa'],
    ['Alacant', 'Alicante/Alacant'],
    ['Elche', 'Elche/Elx'],
    ['Elx', 'Elche/Elx'],
    ['San Sebastián', 'Donostia/San Sebastián'],
    ['Fuenterrabía', 'Hondarribia'],
    ['Játiva', 'Xàtiva'],
    ['Tarrasa', 'Terrassa'],
    ['San Cugat', 'Sant Cugat del Vallès'],
    ['Villanueva y Geltrú', 'Vilanova i la Geltrú'],
    ['sta cruz de tenerife', 'Santa Cruz de Tenerife'],
  ])('%s: %s', async (typed, name) => {
    const [first = ''] = await find(typed, null, 5)
    expect(first).toBe(name)
    expect(await beginsName(typed, first)).toBe(true)
  })

  test('and not one with the text inside its name', async () => {
    const [first = ''] = await find('llobregat', null, 5)
    expect(first).not.toBe('')
    expect(await beginsName('llobregat', first)).toBe(false)
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

describe('found by its Castilian, co-official, former and short names', () => {
  test.each([
    ['Gerona', 'Girona'],
    ['Lérida', 'Lleida'],
    ['Orense', 'Ourense'],
    ['Ibiza', 'Eivissa'],
    ['San Juan de Alicante', "Sant Joan d'Alacant"],
    ['Tarrasa', 'Terrassa'],
    ['Játiva', 'Xàtiva'],
    ['sta. cruz de tenerife', 'Santa Cruz de Tenerife'],
    ['Castelló', 'Castellón de la Plana/Castelló de la Plana'],
    ['Castellón', 'Castellón de la Plana/Castelló de la Plana'],
    ['La Coruña', 'A Coruña'],
    ['Coruña, A', 'A Coruña'],
    ['Coruña, La', 'A Coruña'],
    ['Vitoria', 'Vitoria-Gasteiz'],
    ['Gasteiz', 'Vitoria-Gasteiz'],
    ['San Sebastián', 'Donostia/San Sebastián'],
    ['Pamplona', 'Pamplona/Iruña'],
    ['Iruña', 'Pamplona/Iruña'],
    ['Pamplona-Iruña', 'Pamplona/Iruña'],
    ['Bilbo', 'Bilbao'],
    ['Jávea', 'Jávea/Xàbia'],
    ['Xabia', 'Jávea/Xàbia'],
    ['Alcoy', 'Alcoy/Alcoi'],
    ['Elche', 'Elche/Elx'],
    ['Villajoyosa', 'Villajoyosa/la Vila Joiosa'],
    ['la vila joiosa', 'Villajoyosa/la Vila Joiosa'],
    ['Palmas de Gran Canaria, Las', 'Las Palmas de Gran Canaria'],
    ['San Cugat del Vallés', 'Sant Cugat del Vallès'],
    ['st. cugat', 'Sant Cugat del Vallès'],
    ['San Baudilio', 'Sant Boi de Llobregat'],
    ['San Juan Despí', 'Sant Joan Despí'],
    ['Sta. Coloma de Gramanet', 'Santa Coloma de Gramenet'],
    ['San Vicente dels Horts', 'Sant Vicenç dels Horts'],
    ['San Pedro de Ribas', 'Sant Pere de Ribes'],
    ['Villanueva y Geltrú', 'Vilanova i la Geltrú'],
    ['Villafranca del Panadés', 'Vilafranca del Penedès'],
    ['Figueras', 'Figueres'],
    ['Vich', 'Vic'],
    ['Seo de Urgel', "La Seu d'Urgell"],
    ['Mahón', 'Maó-Mahón'],
    ['Maó', 'Maó-Mahón'],
    ['Ciudadela', 'Ciutadella de Menorca'],
    ['San José', 'Sant Josep de sa Talaia'],
    ['Santa Eulalia del Río', 'Santa Eulària des Riu'],
    ['Villarreal', 'Vila-real'],
    ['vilareal', 'Vila-real'],
    ['Vinaroz', 'Vinaròs'],
    ['lhospitalet', "L'Hospitalet de Llobregat"],
    ['Vall de Uxó', "la Vall d'Uixó"],
    ['Calpe', 'Calp'],
    ['Onteniente', 'Ontinyent'],
    ['Alcira', 'Alzira'],
    ['Torrente', 'Torrent'],
    ['Puzol', 'Puçol'],
    ['Ribarroja del Turia', 'Riba-roja de Túria'],
    ['Sangenjo', 'Sanxenxo'],
    ['Villagarcía de Arosa', 'Vilagarcía de Arousa'],
    ['La Guardia', 'A Guarda'],
    ['El Grove', 'O Grove'],
    ['Puebla del Caramiñal', 'A Pobra do Caramiñal'],
    ['Finisterre', 'Fisterra'],
    ['Vivero', 'Viveiro'],
    ['Carballino', 'O Carballiño'],
    ['Fuenterrabía', 'Hondarribia'],
    ['Rentería', 'Errenteria'],
    ['Zarauz', 'Zarautz'],
    ['Mondragón', 'Arrasate/Mondragón'],
    ['Baracaldo', 'Barakaldo'],
    ['Guecho', 'Getxo'],
    ['Santurce', 'Santurtzi'],
    ['Guernica', 'Gernika-Lumo'],
    ['Llodio', 'Laudio/Llodio'],
    ['Alsasua', 'Altsasu/Alsasua'],
    ['Estella', 'Estella-Lizarra'],
    ['Lizarra', 'Estella-Lizarra'],
    ['Soraluce', 'Soraluze-Placencia de las Armas'],
    ['Cizur Mayor', 'Zizur Mayor/Zizur Nagusia'],
  ])('%s: %s', async (typed, name) => {
    expect(await find(typed, null, 5)).toContain(name)
  })

  test('the municipality of exactly that name comes first', async () => {
    for (const [typed, name] of [
      ['Gerona', 'Girona'],
      ['castelló', 'Castellón de la Plana/Castelló de la Plana'],
      ['pamplona', 'Pamplona/Iruña'],
      ['vitoria', 'Vitoria-Gasteiz'],
    ])
      expect((await find(typed ?? '', null, 5))[0]).toBe(name)
  })

  test('every other name is of a listed municipality, and finds it', async () => {
    const listed = [...ineMunicipalities.values()].flatMap((names) => names.split('|'))
    for (const [name, others] of otherMunicipalityNames) {
      expect(listed).toContain(name)
      const [official = ''] = await find(name, null, 1)
      for (const other of others.split('|'))
        expect({ other, found: await find(other, null, 8) }).toMatchObject({
          found: expect.arrayContaining([official]),
        })
    }
  })
})
