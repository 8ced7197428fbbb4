import { describe, expect, test } from 'vitest'
import type { CompleteRequest } from '#shared/bridge/complete-report.ts'
import { appError } from '#shared/bridge/result.ts'
import { hasVanished, openWords, takesLong } from '#renderer/features/complete/request-words.tsx'

const NOW = new Date(2026, 10, 20, 14, 5).getTime()
const MINUTE = 60_000
const request = (change: Partial<CompleteRequest>): CompleteRequest => ({
  id: 'q1',
  vrm: '0456LTR',
  state: 'processing',
  requestedAt: NOW - 3 * 60 * MINUTE,
  attempts: 0,
  ...change,
})

describe('a paid report that does not come', () => {
  test.each([
    [16, true],
    [15, false],
    [1, false],
  ])('accepted %i minutes ago takes longer than usual: %s', (minutes, long) => {
    const accepted = request({ acceptedAt: NOW - minutes * MINUTE })
    expect(takesLong(accepted, NOW)).toBe(long)
    expect(openWords(accepted, NOW).title).toBe(long ? 'Tarda más de lo habitual.' : 'Consultando…')
  })

  test('what waited for the network all morning has only just been asked for', () => {
    expect(openWords(request({ state: 'sending' }), NOW).title).toBe('Pidiendo el informe completo…')
    expect(takesLong(request({ state: 'queued' }), NOW)).toBe(false)
    expect(takesLong(request({ state: 'waiting', acceptedAt: NOW - 60 * MINUTE }), NOW)).toBe(false)
  })
})

test('only an uncertain one that the operator does not find has vanished', () => {
  expect(hasVanished(request({ state: 'uncertain', error: appError('not-found') }))).toBe(true)
  expect(hasVanished(request({ state: 'uncertain', error: appError('timeout') }))).toBe(false)
  expect(hasVanished(request({ state: 'uncertain' }))).toBe(false)
  expect(hasVanished(request({ state: 'failed', error: appError('not-found') }))).toBe(false)
})
