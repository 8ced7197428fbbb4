import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LedgerEntry, TariffLine } from '#shared/bridge/ledger.ts'
import { computeBalance, GENERAL_VAT } from '#shared/domain/ledger.ts'
import { parseEuros } from '#shared/domain/euros.ts'
import {
  asksAlike,
  balanceEffect,
  blankDraft,
  draftOfLine,
  readDraft,
  suggestAmount,
  suggestKind,
  typedAmount,
} from '#renderer/features/ledger/entry-draft.ts'

const NOW = new Date(2026, 10, 20, 14, 5).getTime()
const draft = (change: Partial<ReturnType<typeof blankDraft>>) => ({ ...blankDraft('payment'), ...change })
const line = (change: Partial<TariffLine>): TariffLine => ({
  kind: 'disbursement',
  concept: 'dgt-fee',
  text: '',
  cents: 5_570,
  vatRate: 0,
  year: 2026,
  source: '',
  ...change,
})
const amounts = (kind: LedgerEntry['kind'], cents: number, vatCents = 0) => ({ kind, cents, vatCents })

test('an amount is read as people write it, and its VAT is computed to the cent', () => {
  expect(readDraft(draft({ amount: '1.234,5 €' }), NOW)).toEqual({
    is: 'entry',
    cents: 123_450,
    vatCents: 0,
    day: '2026-11-20',
    isFuture: false,
  })
  expect(readDraft(draft({ kind: 'fee', amount: '60,05' }), NOW)).toMatchObject({
    cents: 6_005,
    vatCents: 1_261,
  })
  expect(readDraft(draft({ amount: '12,500' }), NOW)).toEqual({
    is: 'ambiguous',
    readings: [1_250_000, 1_250],
  })
})

test.each([
  [{ amount: '' }, 'amount', 'missing'],
  [{ amount: '0,00' }, 'amount', 'zero'],
  [{ amount: '-5' }, 'amount', 'negative'],
  [{ amount: '99999999999999' }, 'amount', 'tooLarge'],
  [{ amount: 'cinco' }, 'amount', 'notAmount'],
  [{ amount: '5', day: '31/02/2026' }, 'day', 'badDay'],
  [{ amount: '5', day: '21/11/2027' }, 'day', 'farDay'],
] as const)('%j has the problem %s %s', (change, field, problem) => {
  expect(readDraft(draft(change), NOW)).toEqual({ is: 'wrong', field, problem })
})

test('a day of the next year is allowed, and said to be in the future', () => {
  expect(readDraft(draft({ amount: '5', day: '20/11/2027' }), NOW)).toMatchObject({
    day: '2027-11-20',
    isFuture: true,
  })
})

test('a typed amount is read back to the same cents', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000_000_000 }), (cents) => {
      expect(parseEuros(typedAmount(cents))).toEqual({ kind: 'ok', cents })
    }),
  )
})

test('a line of the tariff fills in its entry, with the rate of a fee', () => {
  expect(draftOfLine(line({ cents: null, concept: 'itp' }))).toMatchObject({ concept: 'itp', amount: '' })
  expect(
    draftOfLine(line({ kind: 'fee', concept: null, cents: 6_000, vatRate: 1_000, text: 'Urgente' })),
  ).toMatchObject({ kind: 'fee', amount: '60,00', vatRate: 1_000, text: 'Urgente' })
})

test('after the advance is asked its payment comes next, and then what is paid for the client', () => {
  const asked = amounts('request', 30_000)
  expect(suggestKind(computeBalance([]))).toBe('request')
  expect(suggestKind(computeBalance([asked]))).toBe('payment')
  expect(suggestKind(computeBalance([asked, amounts('payment', 30_000)]))).toBe('disbursement')
})

test('the amount that is proposed settles what is expected, owed or held', () => {
  const tariff = [line({}), line({ kind: 'fee', concept: null, cents: 6_000, vatRate: GENERAL_VAT })]
  const charged = [amounts('disbursement', 413)]
  expect(suggestAmount('request', computeBalance(charged), tariff)).toBe(413 + 5_570 + 7_260)
  expect(suggestAmount('request', computeBalance([amounts('request', 99_000)]), tariff)).toBe(0)
  expect(suggestAmount('payment', computeBalance([amounts('request', 10_000)]), [])).toBe(10_000)
  expect(suggestAmount('payment', computeBalance(charged), [])).toBe(413)
  expect(suggestAmount('refund', computeBalance([amounts('payment', 2_000)]), [])).toBe(2_000)
  expect(suggestAmount('fee', computeBalance(charged), tariff)).toBe(0)
})

test('the sign of an amount is its part in the balance', () => {
  expect(balanceEffect(amounts('payment', 500))).toBe(500)
  expect(balanceEffect(amounts('fee', 1_000, 210))).toBe(-1_210)
  expect(balanceEffect(amounts('disbursement', -300))).toBe(300)
  expect(balanceEffect(amounts('request', 500))).toBe(0)
})

test('only the later one of two alike entries asks', () => {
  const entry = (id: string, at: number, alike: string) =>
    ({ id, at, alike, isCorrected: false }) as LedgerEntry
  const pair = [entry('a', 1, 'b'), entry('b', 2, 'a')]
  expect(pair.map((one) => asksAlike(one, pair))).toEqual([false, true])
  const sameTime = [entry('a', 1, 'b'), entry('b', 1, 'a')]
  expect(sameTime.map((one) => asksAlike(one, sameTime))).toEqual([false, true])
  // The other one is of another month, so that nothing else on the page asks.
  expect(asksAlike(pair[0]!, [pair[0]!])).toBe(true)
})
