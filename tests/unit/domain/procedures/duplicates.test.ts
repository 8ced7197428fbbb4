import { expect, test } from 'vitest'
import { areHalvesOfSale, type Duplicate } from '#shared/domain/procedures/preflight.ts'

const procedure = (kind: string): Duplicate => ({
  where: 'procedure',
  id: 'p',
  by: 'vrm',
  kind,
  status: 'PENDING',
})
const draft = (kind: string): Duplicate => ({ where: 'draft', id: 'd', by: 'vrm', kind, status: 'editing' })

test('the notification and the transfer of one plate are no repetition; two of a kind are', () => {
  expect(areHalvesOfSale('transfer', procedure('VEHICLE_NOTIFICATION'))).toBe(true)
  expect(areHalvesOfSale('notification', procedure('VEHICLE_TRANSFER'))).toBe(true)
  expect(areHalvesOfSale('transfer', draft('notification'))).toBe(true)
  expect(areHalvesOfSale('transfer', procedure('VEHICLE_TRANSFER'))).toBe(false)
  expect(areHalvesOfSale('notification', draft('notification'))).toBe(false)
  expect(areHalvesOfSale('registration', draft('transfer'))).toBe(false)
  expect(areHalvesOfSale('transfer', procedure('VEHICLE_MOON'))).toBe(false)
  expect(areHalvesOfSale('transfer', procedure(''))).toBe(false)
})
