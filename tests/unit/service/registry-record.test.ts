import { describe, expect, it } from 'vitest'
import { askDevelopmentRegistry, askProductionRegistry } from '#service/reports/answer.ts'
import { drawCharges } from '#service/registry/charges.ts'
import { parseDay } from '#service/registry/dates.ts'
import { makeRegistryRecord } from '#service/registry/record.ts'
import { ISSUE_TYPES } from '#shared/domain/vocabulary.ts'
import { ISSUE_KINDS } from '#shared/domain/vocabulary.ts'

const NOW = Date.parse('2026-11-20T13:05:00Z')
const plates = Array.from({ length: 3_000 }, (_, index) => `${String(index * 3).padStart(4, '0')}KLM`)
const day = (text: string) => parseDay(text.split('/').toReversed().join('-'))

describe('the charges of the fleet', () => {
  it('every conceptType occurs, and most vehicles have none', () => {
    const found = plates.map(drawCharges)
    expect(new Set(found.flat())).toEqual(new Set(ISSUE_TYPES))
    expect(found.filter((charges) => charges.length === 0).length).toBeGreaterThan(plates.length / 2)
  })

  it('amounts are written with their point and their cents', () => {
    const seized = plates.filter((vrm) => drawCharges(vrm).includes('seizure'))
    const words = seized.flatMap((vrm) =>
      (askProductionRegistry('complete', vrm, NOW).issues ?? []).flatMap(({ conceptType, description }) =>
        conceptType === 'seizure' ? [description] : [],
      ),
    )
    expect(words.some((text) => /Importe: \d\.\d{3},00\u00a0€\.$/.test(text))).toBe(true)
    for (const text of words) expect(text).toMatch(/Importe: (\d{1,2}\.)?\d{3},00\u00a0€\.$/)
  })

  it('the two reports of one plate agree', () => {
    for (const ask of [askDevelopmentRegistry, askProductionRegistry]) {
      for (const vrm of plates) {
        const reduced = ask('reduced', vrm, NOW)
        const complete = ask('complete', vrm, NOW)
        const seen = complete.issues?.map(({ conceptType }) => conceptType) ?? []
        const blocked = seen.some((type) => ISSUE_KINDS[type] === 'blocking')
        const alerts = seen.includes('itv-expired') || seen.includes('no-insurance')
        const expected = blocked ? 'not_transferable' : alerts ? 'with_alerts' : 'transferable'
        expect(reduced.transferability).toBe(expected)
        expect(complete.transferability).toBe(blocked ? 'not_transferable' : 'transferable')
      }
    }
  })

  it('where no plate is special, neither are the sentinels', () => {
    for (const vrm of ['0000BBB', '0000CCC', '0000DDD', '0000FFF', '8888BBB', '9999DDD', '9999FFF']) {
      expect(askProductionRegistry('reduced', vrm, NOW).status).toBe('completed')
      expect(askProductionRegistry('complete', vrm, NOW).status).toBe('completed')
    }
  })
})

describe('the record of a vehicle', () => {
  const records = plates.slice(0, 600).map((vrm) => {
    const charges = drawCharges(vrm)
    return { charges, record: makeRegistryRecord(vrm, charges, parseDay('2026-11-20')) }
  })

  it('is the same each time', () => {
    for (const vrm of plates.slice(0, 50))
      expect(askProductionRegistry('complete', vrm, NOW)).toEqual(askProductionRegistry('complete', vrm, NOW))
  })

  it('has histories in order, that fit its dates', () => {
    for (const { record } of records) {
      const { firstRegistrationDate, registrationDate, ownerHistory, itvHistory } = record
      expect(day(registrationDate)).toBeGreaterThanOrEqual(day(firstRegistrationDate))
      expect(ownerHistory[0]?.from).toBe(registrationDate)
      const starts = ownerHistory.map(({ from }) => day(from))
      expect(starts).toEqual(starts.toSorted((a, b) => a - b))
      expect(ownerHistory.map(({ to }) => to).slice(0, -1)).toEqual(
        ownerHistory.slice(1).map(({ from }) => from),
      )
      expect(ownerHistory.at(-1)).toMatchObject({ owner: record.owner, to: null })
      const inspected = itvHistory.map(({ date }) => day(date))
      expect(inspected).toEqual(inspected.toSorted((a, b) => a - b))
    }
  })

  it('its last inspection has expired exactly when it is said to have', () => {
    for (const { record } of records) {
      const last = record.itvHistory.at(-1)
      if (last === undefined) continue
      expect(day(last.expirationDate) < parseDay('2026-11-20')).toBe(record.hasInvalidItv)
    }
  })

  it('one that is leased belongs to whoever leases it out', () => {
    const leased = records.filter(({ charges }) => charges.includes('leasing') || charges.includes('renting'))
    expect(leased.length).toBeGreaterThan(3)
    for (const { record } of leased) {
      expect(record.lesseeHistory).toMatchObject([{ lessor: record.owner, to: null }])
    }
  })
})
