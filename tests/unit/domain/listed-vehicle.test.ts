import { describe, expect, test } from 'vitest'
import { cars, classics } from '#service/registry/fleet/cars.ts'
import { isOtherVehicle, readListedVehicle } from '#shared/domain/listed-vehicle.ts'

const fleet = [...classics, ...cars].flatMap(({ brand, name, versions }) =>
  versions.map((version) => ({ brand, model: `${name} ${version}`.trim() })),
)

describe('a vehicle in the text of a list', () => {
  test.each([
    ['Audi A3', 'Audi A3'],
    ['AUDI A3 SPORTBACK 1.6 TDI', 'Audi A3'],
    ['Juan Pérez · Audi A-3 · 8.250 €', 'Audi A-3'],
    ['vw golf gti', 'Volkswagen golf'],
    ['Citroen C4 Picasso', 'Citroën C4 Picasso'],
    ['Mercedes C 220 CDI', 'Mercedes-Benz C 220 CDI'],
    ['Mercedes-Benz Clase A 180', 'Mercedes-Benz Clase A'],
    ['BMW 320d M Sport', 'BMW 320d'],
    ['Vauxhall Corsa', 'Opel Corsa'],
    ['nuevo Renault Grand Scénic', 'Renault Scénic'],
    ['Peugeot 3.008', 'Peugeot 3.008'],
    ['Renault Clio, financia Toyota Financial', 'Renault Clio'],
  ])('%s', (text, name) => expect(readListedVehicle(text, false)).toBe(name))

  test.each([
    'Mercedes García',
    'Renault Finance, S.L.',
    'Santana Motor',
    'SEAT · Juan León',
    'Renault 5 puertas',
    'Seat Ibiza, entrega Renault Clio',
    'Nave 2, entra el viernes',
    'A-204 · 8.250 €',
    '',
  ])('is not read into «%s»', (text) => expect(readListedVehicle(text, false)).toBe(''))

  test.each([
    ['AUDI', 'Audi'],
    ['Mercedes', 'Mercedes-Benz'],
    ['Marca blanca', ''],
  ])('a cell of vehicles may have the make alone: «%s»', (text, name) =>
    expect(readListedVehicle(text, true)).toBe(name),
  )
})

describe('another vehicle', () => {
  const isOther = (listed: string, brand: string, model = '') =>
    isOtherVehicle(readListedVehicle(listed, true), { brand, model })

  test.each([
    ['Audi A3', 'RENAULT', 'CLIO'],
    ['Audi', 'RENAULT', ''],
    ['Audi A3', 'AUDI', 'A4 AVANT 2.0 TDI'],
    ['Peugeot 208', 'PEUGEOT', '2008'],
    ['BMW Serie 3', 'BMW', '118D'],
    ['BMW 320d', 'BMW', 'X3 XDRIVE20D'],
    ['Mercedes Clase A', 'MERCEDES-BENZ', 'C 220 CDI'],
    ['Mazda 3', 'MAZDA', 'MAZDA6'],
    ['Fiat Ducato', 'PEUGEOT', 'BOXER'],
  ])('%s, and %s %s in the registry', (listed, brand, model) =>
    expect(isOther(listed, brand, model)).toBe(true),
  )

  test.each([
    ['Audi A3', 'AUDI', 'A3 SPORTBACK 1.6 TDI'],
    ['Audi A3 SPORTBACK 1.6 TDI', 'AUDI', 'A3'],
    ['audi a-3', 'AUDI', 'A3'],
    ['VW Golf', 'VOLKSWAGEN', 'GOLF'],
    ['Mercedes A180', 'MERCEDES BENZ', 'CLASE A'],
    ['Mercedes Clase C', 'MERCEDES-BENZ', 'C 220 CDI'],
    ['Citroen Xsara', 'CITROËN', 'XSARA PICASSO'],
    ['Renault Scenic', 'RENAULT', 'GRAND SCÉNIC'],
    ['Opel Corsa', 'VAUXHALL', 'CORSA'],
    ['BMW 320', 'BMW', 'SERIE 3 TOURING'],
    ['Mazda 3', 'MAZDA', 'MAZDA3'],
    ['Peugeot 208', 'PEUGEOT', 'E-208'],
    ['Fiat 500', 'FIAT', '500X'],
    // The same car under two names of its maker.
    ['Citroën DS3', 'DS', '3'],
    ['Seat León Cupra', 'CUPRA', 'LEON'],
    ['Mini Cooper', 'BMW', 'MINI COOPER'],
    // Unknown on one side.
    ['Audi', 'AUDI', 'A4'],
    ['Audi gris', 'AUDI', 'A4'],
    ['Audi A3', 'AUDI', ''],
    ['Audi A3', '', ''],
    ['Fiat Ducato', 'BENIMAR', 'SPORT 340'],
    ['Furgoneta blanca', 'RENAULT', 'TRAFIC'],
  ])('is not: %s, and %s %s in the registry', (listed, brand, model) =>
    expect(isOther(listed, brand, model)).toBe(false),
  )

  test('no vehicle of the development registry is another one than itself, in any spelling', () => {
    for (const vehicle of fleet) {
      const { brand, model } = vehicle
      for (const text of [
        `${brand} ${model}`,
        `${brand} ${model}`.toUpperCase(),
        `${brand} ${model.split(' ')[0]}`,
      ])
        expect([text, isOther(text, brand.toUpperCase(), model.toUpperCase())]).toEqual([text, false])
    }
  })

  test('its cars of another maker are another one', () => {
    const maker = ({ brand }: { brand: string }) => (brand === 'Cupra' ? 'SEAT' : brand)
    const known = new Map(fleet.map((car) => [readListedVehicle(`${car.brand} ${car.model}`, false), car]))
    known.delete('')
    expect(known.size).toBeGreaterThan(50)
    for (const [name, one] of known)
      for (const other of known.values())
        if (maker(other) !== maker(one))
          expect([name, other, isOtherVehicle(name, other)]).toEqual([name, other, true])
  })

  test('a stored name is read as it was', () => {
    for (const { brand, model } of fleet) {
      const name = readListedVehicle(`${brand} ${model}`, true)
      expect(readListedVehicle(name, true)).toBe(name)
    }
  })
})
