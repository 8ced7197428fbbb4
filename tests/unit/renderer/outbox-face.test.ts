import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type DraftRow, draftRowSchema } from '#shared/bridge/procedures.ts'
import { draftName, outboxWays } from '#shared/text/outbox.ts'
import { outboxViewModel, secondsLeft } from '#renderer/features/outbox/outbox-view-model.ts'

const NOW = 1_000_000
const ROW: DraftRow = {
  id: 'd',
  kind: 'transfer',
  version: 1,
  state: 'ready',
  updatedAt: NOW,
  doubt: false,
  client: '',
  documents: { uploaded: 0, of: 0 },
}
const viewModel = (row: Partial<DraftRow>, online = true) =>
  outboxViewModel({ ...ROW, ...row }, { now: NOW, online })

const anyRow = fc.record({
  state: fc.constantFrom(...(['ready', 'leaving', 'sending', 'stopped'] as const)),
  doubt: fc.boolean(),
  sendAt: fc.option(fc.integer({ min: 0, max: 2 * NOW }), { nil: undefined }),
  step: fc.option(fc.constantFrom(...draftRowSchema.shape.step.unwrap().options), { nil: undefined }),
  problem: fc.option(fc.constantFrom(...draftRowSchema.shape.problem.unwrap().options), { nil: undefined }),
})

test('whatever state it is in, it is said in words and there is a way on', () => {
  fc.assert(
    fc.property(anyRow, fc.boolean(), (row, online) => {
      const told = viewModel(row, online)
      expect(told.title).not.toBe('')
      expect(told.ways.length).toBeGreaterThan(0)
      for (const way of told.ways) expect(outboxWays[way]).not.toBe('')
    }),
  )
})

test('only what is ready is sent from here, only while there is a connection, and a doubt is never stopped or repeated', () => {
  fc.assert(
    fc.property(anyRow, fc.boolean(), (row, online) => {
      const { ways } = viewModel(row, online)
      expect(ways.includes('send')).toBe(row.state === 'ready' && online)
      if (row.state === 'sending' && row.doubt) {
        expect(ways).not.toContain('stop')
        expect(ways).not.toContain('again')
      }
      if (ways.includes('accept')) expect(row.problem).toBe('confirmed-elsewhere')
      expect(ways.includes('undo')).toBe(row.state === 'leaving')
    }),
  )
})

test.each([
  [NOW + 5_000, 5],
  [NOW + 4_001, 5],
  [NOW + 1, 1],
  [NOW, 0],
  [NOW - 9_000, 0],
  [undefined, 0],
])('leaving at %s: %i seconds', (sendAt, seconds) => {
  expect(secondsLeft({ ...ROW, ...(sendAt !== undefined && { sendAt }) }, NOW)).toBe(seconds)
})

test.each([
  [{ vrm: '1234BCD' }, 'Transferencia de 1234 BCD'],
  [{ kind: 'registration', vin: 'VSSZZZ5FZHR000417' }, 'Matriculación del bastidor …000417'],
  [{ kind: 'notification' }, 'Notificación de venta sin vehículo'],
] as const)('%j is called %j', (row, name) => {
  expect(draftName({ ...ROW, ...row })).toBe(name)
})
