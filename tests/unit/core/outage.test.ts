import { describe, expect, test } from 'vitest'
import type { Outage } from '#shared/bridge/inbox.ts'
import { appError, fail, ok } from '#shared/bridge/result.ts'
import {
  classifyOutcome,
  buildResourceKey,
  classifyPath,
  createOutageSense,
  OUTAGE_WINDOW_MS,
  writeAttemptsCsv,
} from '#electron/core/features/outage/outage.ts'
import { createManualClock } from '#tests/fakes/manual-clock.ts'

function setup() {
  const clock = createManualClock()
  const states: Outage[] = []
  const recorded: string[] = []
  const sense = createOutageSense({
    clock,
    record: ({ outcome }) => recorded.push(outcome),
    onState: (state) => states.push(state),
  })
  const times = (n: number, outcome: Parameters<typeof sense.recordAttempt>[1]) => {
    for (let one = 0; one < n; one++) sense.recordAttempt('report', outcome)
  }
  return { clock, states, recorded, sense, times, state: () => states.at(-1)?.state ?? 'none' }
}

describe('an outage', () => {
  test('is several failures in a few minutes, and some answers end it', () => {
    const { times, state, states, recorded } = setup()
    times(4, 'service-failed')
    expect(state()).toBe('none')
    times(2, 'timeout')
    expect(states.at(-1)).toMatchObject({ state: 'suspected', failures: 6 })
    times(2, 'answered')
    expect(state()).toBe('suspected')
    times(1, 'timeout')
    times(3, 'answered')
    expect(state()).toBe('none')
    // Every failure, and the answers during the outage.
    expect(recorded).toHaveLength(4 + 2 + 2 + 1 + 3)
  })

  test('is not a failure now and then among answers, nor over hours', async () => {
    const { times, state, clock } = setup()
    for (let round = 0; round < 8; round++) {
      times(1, 'service_unavailable')
      times(2, 'answered')
    }
    expect(state()).toBe('none')
    for (let round = 0; round < 9; round++) {
      await clock.advance(OUTAGE_WINDOW_MS)
      times(1, 'timeout')
    }
    expect(state()).toBe('none')
  })

  test('is not one resource that always fails, however often', () => {
    const { sense, state } = setup()
    for (let time = 0; time < 50; time++)
      sense.recordAttempt('report', 'service-failed', undefined, '/v1/reports/a')
    sense.recordAttempt('report', 'timeout', undefined, '/v1/reports/b')
    expect(state()).toBe('none')
    sense.recordAttempt('procedure', 'timeout', undefined, '/v1/procedures/c')
    expect(state()).toBe('suspected')
  })

  test('that was put away stays away until the next one; one that nothing contradicts is forgotten', async () => {
    const { times, state, states, clock, sense } = setup()
    // Nothing to dismiss: the next outage is reported.
    sense.dismiss()
    times(5, 'timeout')
    expect(states.at(-1)).toMatchObject({ state: 'suspected', failures: 5 })
    expect(states.at(-1)).not.toHaveProperty('dismissed')
    sense.dismiss()
    times(1, 'timeout')
    expect(states.at(-1)).toMatchObject({ state: 'suspected', failures: 6, dismissed: true })
    times(3, 'answered')
    // Its end is reported all the same.
    expect(states.at(-1)).toEqual({ state: 'none', failures: 0 })
    times(5, 'timeout')
    expect(state()).toBe('suspected')
    expect(states.at(-1)).not.toHaveProperty('dismissed')
    await clock.advance(31 * 60_000)
    sense.publishIfEnded(clock.now())
    expect(state()).toBe('none')
  })
})

test('what a request is about', () => {
  expect(buildResourceKey('/v1/reports', { vrm: '1234BCD' })).toBe('/v1/reports 1234BCD')
  expect(buildResourceKey('/v1/reports/r1', undefined)).toBe('/v1/reports/r1')
})

test('what a request says of the service', () => {
  expect(classifyOutcome(ok({ failureReason: 'service_unavailable' }))).toBe('service_unavailable')
  expect(classifyOutcome(ok(null))).toBe('answered')
  expect(classifyOutcome(fail(appError('timeout')))).toBe('timeout')
  expect(classifyOutcome(fail(appError('not-found')))).toBe('answered')
  for (const code of ['unreachable', 'rate-limited', 'unauthorized', 'cancelled'] as const)
    expect(classifyOutcome(fail(appError(code)))).toBeNull()
  expect(['/v1/reports/x', '/v1/procedures', '/v1/signatures/1', '/v2'].map(classifyPath)).toEqual([
    'report',
    'procedure',
    'signature',
    'other',
  ])
})

test('the record is a spreadsheet, to the second, that runs no formula', async () => {
  const at = new Date(2026, 10, 20, 14, 5, 9).getTime()
  const rows = [
    { at, what: 'procedure', outcome: 'timeout', detail: null },
    { at, what: 'new', outcome: 'new', detail: '=1+1;' },
  ]
  const chunks: Uint8Array[] = []
  for await (const chunk of writeAttemptsCsv(
    async () => ({ rows, next: null }),
    new AbortController().signal,
  ))
    chunks.push(chunk)
  expect(Buffer.concat(chunks).toString()).toBe(
    '\uFEFFFecha;Hora;Qué se intentó;Resultado;Detalle\r\n' +
      '20/11/2026;14:05:09;Expediente;No respondió a tiempo;\r\n' +
      `20/11/2026;14:05:09;new;new;"'=1+1;"\r\n`,
  )
})
