import { describe, expect, test } from 'vitest'
import type { CompleteRequest, CompleteReport } from '#shared/bridge/complete-report.ts'
import { appError } from '#shared/bridge/result.ts'
import { hasVanished, openWords, takesLong } from '#renderer/features/complete/request-words.tsx'
import { canAsk, recentReport } from '#renderer/features/complete/use-complete.ts'
import { noComplete } from '#tests/renderer/harness/no-complete.ts'

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

const report = (change: Partial<CompleteReport> = {}): CompleteReport => ({
  reportId: 'c1',
  vrm: '0456LTR',
  outcome: 'not_transferable',
  checkedAt: NOW - 6 * MINUTE,
  registry: {},
  issues: [],
  pdf: 'none',
  ...change,
})

describe('asking', () => {
  const view = noComplete('0456LTR')
  const lastRequest = { id: 'q', vrm: '0456LTR', requestedAt: NOW, attempts: 0 }
  test('one at a time, and not for a plate that has just been said not to exist', () => {
    expect(canAsk(undefined, NOW)).toBe(false)
    expect(canAsk(view, NOW)).toBe(true)
    for (const state of ['queued', 'sending', 'processing', 'waiting', 'uncertain'] as const) {
      expect(canAsk({ ...view, request: { ...lastRequest, state } }, NOW)).toBe(false)
    }
    const failed = { ...lastRequest, state: 'failed' as const, error: appError('rejected') }
    expect(canAsk({ ...view, request: failed }, NOW)).toBe(true)
    const none = report({ outcome: 'error', failure: 'not_registered' })
    expect(canAsk({ ...view, failed: none }, NOW)).toBe(false)
    expect(canAsk({ ...view, failed: { ...none, checkedAt: NOW - 25 * 60 * MINUTE } }, NOW)).toBe(true)
  })

  test('recent is as many hours as the account says', () => {
    expect(recentReport({ ...view, latest: report() }, NOW)).not.toBeNull()
    expect(recentReport({ ...view, latest: report(), recentHours: 0 }, NOW)).toBeNull()
    expect(recentReport({ ...view, failed: report({ outcome: 'error' }) }, NOW)).toBeNull()
    // A later failure does not hide the paid report.
    const failed = report({ reportId: 'c2', outcome: 'error', checkedAt: NOW })
    expect(recentReport({ ...view, latest: report(), failed }, NOW)).not.toBeNull()
  })
})
