import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addToTally,
  type Counted,
  DEALER_SECTIONS,
  draftWaits,
  emptyTally,
  latestToSign,
  boardSection,
  type Standing,
  WAITS,
  procedureWaits,
  clientDealerId,
  clientKey,
  dealerKeyOf,
} from '#shared/domain/dealer-board.ts'
import { addMonths, monthOf, periodBounds } from '#shared/domain/calendar.ts'
import { labelDealerId } from '#shared/domain/dealer-id.ts'
import { isProcedureOver } from '#shared/domain/procedures/service-procedure.ts'

const amount = fc.integer({ min: 0, max: 3 })
const standing: fc.Arbitrary<Standing> = fc.record({
  status: fc.constantFrom(
    'DRAFT',
    'BLOCKED',
    'PENDING',
    'IN_PROGRESS',
    'ON_HOLD',
    'DONE',
    'CANCELLED',
    'DELIVERED_TO_CLIENT',
    'SOMETHING_NEW',
  ),
  asks: amount,
  holds: amount,
  waiting: amount,
  failed: amount,
})

describe('whom a procedure waits for', () => {
  test('one that has ended for nobody, and no other', () =>
    fc.assert(
      fc.property(standing, (of) => (procedureWaits(of) === 'nobody') === isProcedureOver(of.status)),
    ))

  test('an open one that asks the dealer for something is the dealer’s, whatever else it waits for', () =>
    fc.assert(
      fc.property(standing, (of) => {
        fc.pre(!isProcedureOver(of.status))
        expect(procedureWaits(of) === 'dealer').toBe(of.asks > 0)
        expect(DEALER_SECTIONS).toContain(boardSection(procedureWaits(of)))
        // What is solved leaves at once.
        expect(procedureWaits({ ...of, asks: 0 })).not.toBe('dealer')
      }),
    ))

  test.each([
    [{ status: 'DRAFT', asks: 0, holds: 0, waiting: 1, failed: 0 }, 'office'],
    [{ status: 'PENDING', asks: 0, holds: 0, waiting: 1, failed: 0 }, 'signer'],
    [{ status: 'PENDING', asks: 0, holds: 0, waiting: 1, failed: 1 }, 'office'],
    [{ status: 'BLOCKED', asks: 0, holds: 1, waiting: 0, failed: 0 }, 'registry'],
    [{ status: 'BLOCKED', asks: 0, holds: 0, waiting: 0, failed: 0 }, 'office'],
    [{ status: 'IN_PROGRESS', asks: 0, holds: 0, waiting: 0, failed: 0 }, 'registry'],
    [{ status: 'DONE', asks: 2, holds: 0, waiting: 1, failed: 0 }, 'nobody'],
  ] as const)('%o waits for %s', (of, waits) => expect(procedureWaits(of)).toBe(waits))

  test('a draft waits for the dealer while it is filled in and lacks papers', () => {
    expect(draftWaits('editing', 2)).toBe('dealer')
    expect(draftWaits('editing', 0)).toBe('office')
    expect(draftWaits('stopped', 2)).toBe('office')
  })
})

describe('the counts of a dealer', () => {
  const counted: fc.Arbitrary<Counted> = fc.record({
    waits: fc.constantFrom(...WAITS),
    since: fc.integer({ min: 0, max: 1_000 }),
    unsigned: amount,
    missing: amount,
  })

  test('every row is counted once, and the parts add up to the whole', () =>
    fc.assert(
      fc.property(fc.array(counted), (rows) => {
        const tally = emptyTally()
        for (const row of rows) addToTally(tally, row)
        const open = rows.filter(({ waits }) => waits !== 'nobody')
        expect(tally.open + tally.ended).toBe(rows.length)
        expect(tally.dealer + tally.signer + tally.office + tally.registry).toBe(tally.open)
        expect(tally.oldest).toBe(open.length === 0 ? null : Math.min(...open.map(({ since }) => since)))
        expect(tally.missing).toBe(open.reduce((sum, { missing }) => sum + missing, 0))
        expect(tally.unsigned).toBe(open.reduce((sum, { unsigned }) => sum + unsigned, 0))
      }),
    ))

  test('the order of the rows changes nothing', () =>
    fc.assert(
      fc.property(fc.array(counted), (rows) => {
        const [one, other] = [emptyTally(), emptyTally()]
        for (const row of rows) addToTally(one, row)
        for (const row of rows.toReversed()) addToTally(other, row)
        expect(other).toEqual(one)
      }),
    ))
})

test('of each document only the latest request counts, and none that the service has lost', () => {
  const sent = (seq: number, document: string, status: string, gone = false) => ({
    seq,
    document,
    status,
    gone,
  })
  expect(
    latestToSign([
      sent(3, 'mandate-specific', 'signed'),
      sent(1, 'mandate-specific', 'expired'),
      sent(2, 'sales-agreement', 'sent'),
      sent(4, 'sales-agreement', 'signed', true),
    ]).map(({ seq }) => seq),
  ).toEqual([3, 2])
})

test('the days of a month are in it, and those around it are not', () =>
  fc.assert(
    fc.property(fc.date({ min: new Date(2000, 0), max: new Date(2100, 0), noInvalidDate: true }), (date) => {
      const month = monthOf(date.getTime())
      const [from, to] = periodBounds({ from: month, to: month })
      expect(date.getTime() >= from && date.getTime() < to).toBe(true)
      expect(monthOf(from - 1)).toBe(addMonths(month, -1))
      expect(monthOf(to)).toBe(addMonths(month, 1))
    }),
  ))

describe('the id of a dealer', () => {
  test.each([
    ['AUTOS PÉREZ, S.L. ', 'Autos Perez, s.l.'],
    ['Autos Pérez, S.L.', 'Autos Pérez SL'],
    ['Autos Pérez, S. L.', 'autos pérez s l'],
    ['Autos Pérez S.L.U.', 'Autos Pérez, SLU'],
    ['Motos Gil, Sociedad Limitada', 'Motos Gil SL'],
    ['Vega Automoción S.A.', 'VEGA AUTOMOCION SA'],
    ['Hermanos Paz, S.C.', 'hermanos paz sc'],
    ['Gil y Paz, C.B.', 'Gil y Paz CB'],
    ["Cotxes L'Hospitalet", 'Cotxes L’Hospitalet'],
    ["Cotxes L'Hospitalet", 'Cotxes L´Hospitalet'],
    ['Auto Col·lecció', 'Auto Collecció'],
    ['Auto Col.lecció', 'AUTO COL·LECCIO'],
    ['Auto-Ribera', 'Auto Ribera'],
  ])('%s and %s are one client', (one, other) => expect(clientDealerId(one)).toBe(clientDealerId(other)))

  test('other words and another legal form are another client, and a label is none', () => {
    expect(clientDealerId('Autos Pérez, S.L.')).not.toBe(clientDealerId('Autos Pérez'))
    expect(clientDealerId('Autos Pérez, S.L.')).not.toBe(clientDealerId('Autos Pérez, S.A.'))
    expect(clientDealerId('vip')).not.toBe(labelDealerId('vip'))
  })

  test('an id of a version that kept the marks of a name is of the same client', () =>
    expect(dealerKeyOf('client:autos perez, s.l.')).toEqual(dealerKeyOf(clientDealerId('Autos Pérez SL'))))

  test('names the dealer again, whatever its name, and fits in a route', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (name) => {
        const key = clientKey(name)
        fc.pre(key !== '')
        const id = clientDealerId(name)
        expect(id.length).toBeLessThanOrEqual(200)
        expect(dealerKeyOf(id)).toEqual({ kind: 'client', key })
        expect(clientKey(key)).toBe(key)
      }),
    ))

  test.each(['', 'client:', 'label:', 'somebody:x', 'client: '])('%j is none', (id) =>
    expect(dealerKeyOf(id)).toBeNull(),
  )
})
