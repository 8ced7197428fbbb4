import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findMandate, groupClients, paperValidity } from '#shared/domain/clients.ts'

const IDS = ['a', 'b', 'c', 'd', 'e', 'f'] as const
const MERGES = fc.array(fc.record({ from: fc.constantFrom(...IDS), into: fc.constantFrom(...IDS) }), {
  maxLength: 12,
})

test('the clients that merges make one do not depend on their order or on repetition', () => {
  fc.assert(
    fc.property(MERGES, fc.infiniteStream(fc.nat()), (merges, random) => {
      const mixed = [...merges, ...merges.slice(0, 2)]
        .map((merge) => ({ merge, at: random.next().value as number }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ merge }) => merge)
      const [one, other] = [groupClients(merges), groupClients(mixed)]
      expect(one).toEqual(other)
      for (const { from, into } of merges) expect(one.get(from)).toBe(one.get(into))
      // Every id of a group has the same group, and is in it.
      for (const [id, members] of one) {
        expect(members).toContain(id)
        for (const member of members) expect(one.get(member)).toBe(members)
      }
    }),
  )
})

test('the client that was chosen is shown, also through a chain, and two opposite merges agree', () => {
  const shown = (...pairs: [string, string][]) =>
    groupClients(pairs.map(([from, into]) => ({ from, into }))).get('a')?.[0]
  expect(shown(['a', 'b'])).toBe('b')
  expect(shown(['a', 'b'], ['b', 'c'])).toBe('c')
  expect(shown(['b', 'a'], ['a', 'b'])).toBe('a')
  expect(shown(['a', 'c'], ['a', 'b'])).toBe('b')
  expect(shown(['a', 'a'])).toBe('a')
})

test('a paper warns in its last thirty days, and is valid on its last day', () => {
  const on = (day: string) => paperValidity('2026-12-31', day)
  expect(['2026-11-30', '2026-12-01', '2026-12-31', '2027-01-01'].map(on)).toEqual([
    'valid',
    'expiring',
    'expiring',
    'expired',
  ])
  expect(paperValidity(null, '2026-12-31')).toBe('open')
})

test('the mandate in force that lasts longest is offered, and otherwise the one that expired last', () => {
  const mandate = (id: string, signedDay: string | null, untilDay: string | null, isHere = true) =>
    ({ id, type: 'mandate', signedDay, untilDay, isHere }) as const
  const power = { id: 'power', type: 'power', signedDay: null, untilDay: null, isHere: true } as const
  const offered = (...papers: Parameters<typeof findMandate>[0][number][]) =>
    (findMandate(papers, '2026-11-20') as { id?: string } | null)?.id
  expect(offered(power)).toBeUndefined()
  expect(offered(mandate('old', null, '2026-01-01'), mandate('new', null, '2027-01-01'))).toBe('new')
  expect(offered(mandate('open', null, null), mandate('new', null, '2027-01-01'))).toBe('open')
  expect(offered(mandate('old', null, '2026-01-01'), mandate('older', null, '2025-01-01'))).toBe('old')
  // Signed later, or only on another PC: it does not help today.
  expect(offered(mandate('later', '2026-11-21', null), mandate('away', null, null, false))).toBeUndefined()
  expect(offered(mandate('today', '2026-11-20', null))).toBe('today')
})
