import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseDay, formatDay, readYear } from '#service/registry/dates.ts'
import { listModels } from '#service/registry/fleet/fleet.ts'
import { LATEST_REGISTRATION, datePlate } from '#service/registry/first-registration.ts'
import { makeRegistryVehicle } from '#service/registry/vehicle.ts'

const L3 = '[BCDFGHJ-NPR-TV-Z]{3}'
const PROVINCE = '(M|B|V|TF|GE|PM|SO|O|CC)'
const matching = (...patterns: string[]) =>
  fc.oneof(...patterns.map((each) => fc.stringMatching(new RegExp(`^${each}$`))))

const provincial = matching(`${PROVINCE}\\d{4}[A-PS-Z]{1,2}`)
const classic = matching(`${PROVINCE}\\d{1,6}`)
const plate = fc.oneof(
  matching(`\\d{4}${L3}`, `[CERHTPSVM]\\d{4}${L3}`),
  provincial,
  classic,
  matching(`${PROVINCE}\\d{5}(R|VE)`, '(CD|PGC|ET)\\d{5}'),
)

/** Parses DD/MM/YYYY to a day, and fails on a date that does not exist. */
function parse(date: string): number {
  const [, day, month, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(date) ?? []
  const parsed = parseDay(`${year}-${month}-${day}`)
  expect(formatDay(parsed)).toBe(date)
  return parsed
}
const dayOfPlate = (vrm: string) => parse(makeRegistryVehicle(vrm).firstRegistrationDate)

describe('registryExtractedData: "vrm, vin, brand, model, firstRegistrationDate (format DD/MM/YYYY)"', () => {
  it('has these five fields, well formed, for a plate of any series', () => {
    fc.assert(
      fc.property(plate, (vrm) => {
        const vehicle = makeRegistryVehicle(vrm)
        expect(Object.keys(vehicle)).toEqual(['vrm', 'vin', 'brand', 'model', 'firstRegistrationDate'])
        expect(vehicle.vrm).toBe(vrm)
        expect(vehicle.vin).toMatch(/^[A-HJ-NPR-Z0-9]{17}$/)
        expect(vehicle.brand).toMatch(/^\S(.*\S)?$/)
        expect(vehicle.model).toMatch(/^\S(.*\S)?$/)
        parse(vehicle.firstRegistrationDate)
      }),
      { numRuns: 2_000 },
    )
  })

  it('is a function of the plate alone', () => {
    fc.assert(
      fc.property(plate, (vrm) => {
        expect(makeRegistryVehicle(vrm)).toEqual(makeRegistryVehicle(vrm))
      }),
    )
    // Recorded values. A change here changes the vehicle of every plate in every data directory.
    expect(makeRegistryVehicle('1234BCD')).toMatchInlineSnapshot(`
      {
        "brand": "Renault",
        "firstRegistrationDate": "30/10/2000",
        "model": "Kangoo 1.9 D 65",
        "vin": "VF1FCS925YN544176",
        "vrm": "1234BCD",
      }
    `)
    expect(makeRegistryVehicle('M1234AB')).toMatchInlineSnapshot(`
      {
        "brand": "Renault",
        "firstRegistrationDate": "29/04/1974",
        "model": "4 TL",
        "vin": "VS5R112XE4E315392",
        "vrm": "M1234AB",
      }
    `)
  })

  it('the maker’s code of the VIN is the brand’s, and the model was on sale that year', () => {
    fc.assert(
      fc.property(plate, (vrm) => {
        const { vin, brand, model, firstRegistrationDate } = makeRegistryVehicle(vrm)
        const year = readYear(parse(firstRegistrationDate))
        const { vehicleClass } = datePlate(vrm, 0)
        const candidates = listModels(vehicleClass, year).filter(
          (entry) => entry.brand === brand && model.startsWith(entry.name) && vin.startsWith(entry.wmi),
        )
        expect(candidates.length).toBeGreaterThan(0)
      }),
      { numRuns: 2_000 },
    )
  })

  it('the tenth character of the VIN is the year’s', () => {
    expect(makeRegistryVehicle('0000BBB')).toMatchObject({ vin: expect.stringMatching(/^.{9}Y/) })
    expect(makeRegistryVehicle('5000MBB')).toMatchObject({ vin: expect.stringMatching(/^.{9}N/) })
  })

  it('different plates are different vehicles', () => {
    const plates = Array.from({ length: 5_000 }, (_, index) => `${String(index).padStart(4, '0')}KLM`)
    expect(new Set(plates.map((vrm) => makeRegistryVehicle(vrm).vin)).size).toBeGreaterThan(4_990)
    expect(new Set(plates.map((vrm) => makeRegistryVehicle(vrm).model)).size).toBeGreaterThan(30)
  })
})

describe('the date of first registration', () => {
  it.each([
    ['0000BBB', '18/09/2000'],
    ['0000LBB', '06/09/2019'],
    ['0000MBB', '02/09/2022'],
  ])('%s was issued on %s (calibration points)', (vrm, date) => {
    expect(makeRegistryVehicle(vrm).firstRegistrationDate).toBe(date)
  })

  it.each([
    ['1234GVB', 2010],
    ['1234GZZ', 2010],
    ['1234LCD', 2019],
    ['1234LLR', 2021],
    ['1234MWN', 2025],
    ['1657NFG', 2026],
  ])('%s is of about %d', (vrm, year) => {
    expect(Math.abs(readYear(dayOfPlate(vrm)) - year)).toBeLessThanOrEqual(1)
  })

  it.each(['', 'C', 'E', 'R', 'M'])('follows the sequence of series %j', (prefix) => {
    const position = matching(`${L3}\\d{4}`)
    fc.assert(
      fc.property(position, position, (one, other) => {
        const [first, second] = [one, other].toSorted()
        const toPlate = (text = '') => `${prefix}${text.slice(3)}${text.slice(0, 3)}`
        expect(dayOfPlate(toPlate(first))).toBeLessThanOrEqual(dayOfPlate(toPlate(second)))
      }),
    )
  })

  it('of a provincial plate is between 1971 and 2000, and follows its letters', () => {
    fc.assert(
      fc.property(provincial, (vrm) => {
        expect(dayOfPlate(vrm)).toBeGreaterThanOrEqual(parseDay('1971-10-18'))
        expect(dayOfPlate(vrm)).toBeLessThanOrEqual(parseDay('2000-09-18'))
      }),
    )
    const days = ['M0001A', 'M9999A', 'M0001Z', 'M0001AA', 'M0001KZ', 'M9999ZX'].map(dayOfPlate)
    expect(days).toEqual(days.toSorted((a, b) => a - b))
  })

  it('of a plate without letters is before the provincial letters of 1971', () => {
    fc.assert(
      fc.property(classic, (vrm) => {
        expect(dayOfPlate(vrm)).toBeLessThanOrEqual(parseDay('1971-10-18'))
      }),
    )
  })

  it('is never in the future, and no later than a fixed day, also for plates not yet issued', () => {
    fc.assert(
      fc.property(plate, (vrm) => {
        expect(dayOfPlate(vrm)).toBeLessThanOrEqual(LATEST_REGISTRATION)
      }),
    )
    expect(dayOfPlate('9999ZZZ')).toBe(LATEST_REGISTRATION)
    expect(LATEST_REGISTRATION).toBeLessThan(Date.now() / 86_400_000)
  })

  it('is a day on which the offices were open', () => {
    fc.assert(
      fc.property(plate, (vrm) => {
        const weekday = new Date(dayOfPlate(vrm) * 86_400_000).getUTCDay()
        expect(weekday % 6).not.toBe(0)
      }),
    )
  })
})

describe('the fleet', () => {
  const years = Array.from({ length: 2026 - 1934 + 1 }, (_, index) => 1934 + index)
  const all = [...new Set(years.flatMap((year) => listModels('road', year)))]

  it('has a model for every year a plate can have', () => {
    for (const year of years) expect(listModels('road', year)).not.toHaveLength(0)
    for (const year of years.filter((each) => each >= 1971)) {
      expect(listModels('trailer', year)).not.toHaveLength(0)
      expect(listModels('special', year)).not.toHaveLength(0)
    }
    for (const year of years.filter((each) => each >= 1999))
      expect(listModels('moped', year)).not.toHaveLength(0)
    expect(listModels('scooter', 2026)).not.toHaveLength(0)
  })

  it('is a Spanish one: at least thirty models, the SEAT León and the Renault Clio among them', () => {
    const names = new Set(all.map(({ brand, name }) => `${brand} ${name}`))
    expect(names.size).toBeGreaterThanOrEqual(30)
    expect(names).toContain('SEAT León')
    expect(names).toContain('Renault Clio')
  })

  it('describes its VINs with characters that a VIN may have', () => {
    for (const { wmi, vds, versions, weight } of all) {
      expect(wmi).toMatch(/^[A-HJ-NPR-Z0-9]{3}$/)
      expect(vds).toMatch(/^[A-HJ-NPR-Z0-9*]{6}$/)
      expect(versions).not.toHaveLength(0)
      expect(weight).toBeGreaterThan(0)
    }
  })

  it('mopeds, trailers and special vehicles have their own brands', () => {
    const brands = (vrm: string) => makeRegistryVehicle(vrm).brand
    expect(['Derbi', 'Piaggio', 'Yamaha', 'Peugeot', 'Rieju', 'Aixam']).toContain(brands('C4821BXN'))
    expect(['Leciñena', 'Lecitrailer', 'Schmitz Cargobull', 'Krone', 'Kögel']).toContain(brands('R3308BDF'))
    expect(['JCB', 'Fendt', 'Deutz-Fahr', 'Valtra', 'CFMOTO', 'Kymco']).toContain(brands('E1234BBC'))
  })
})
