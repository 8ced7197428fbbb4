import { describe, expect, test } from 'vitest'
import type { CompleteReport } from '#shared/bridge/complete-report.ts'
import type { LookupView, Verdict } from '#shared/bridge/lookup.ts'
import { appError } from '#shared/bridge/result.ts'
import {
  answering,
  completeFace,
  disagreement,
  verdictOf,
} from '#renderer/features/complete/complete-face.ts'
import { canAsk, recentReport } from '#renderer/features/complete/use-complete.ts'
import { noComplete } from '#tests/renderer/harness/no-complete.ts'

const NOW = new Date(2026, 10, 20, 14, 5).getTime()
const MINUTE = 60_000

const report = (change: Partial<CompleteReport> = {}): CompleteReport => ({
  reportId: 'c1',
  vrm: '0456LTR',
  outcome: 'not_transferable',
  checkedAt: NOW - 6 * MINUTE,
  registry: { brand: 'BMW', vin: 7, model: '' },
  issues: [],
  pdf: 'none',
  ...change,
})
const reduced = (outcome: Verdict['outcome'], ago: number): LookupView => ({
  vrm: '0456LTR',
  latest: { reportId: 'r1', vrm: '0456LTR', outcome, checkedAt: NOW - ago },
  previous: null,
  pending: null,
  failed: null,
})
const issues = (...kinds: CompleteReport['issues'][number]['kind'][]) =>
  kinds.map((kind) => ({ type: 'x', kind }))

describe('which report is the answer', () => {
  test('the newest, and never one that failed', () => {
    expect(answering(reduced('transferable', 7 * MINUTE), report())).not.toBeNull()
    expect(answering(reduced('transferable', MINUTE), report())).toBeNull()
    expect(answering(undefined, report({ outcome: 'error' }))).toBeNull()
    expect(answering(undefined, null)).toBeNull()
  })

  test('as a verdict it keeps only what is text', () => {
    expect(verdictOf(report()).vehicle).toEqual({ brand: 'BMW' })
  })
})

describe('completeFace', () => {
  const view = reduced('not_transferable', 7 * MINUTE)
  test.each([
    [{ issues: issues('blocking', 'blocking', 'alert') }, 'stop', '2 cargas lo impiden. 1 aviso más.'],
    [{}, 'stop', 'El informe no detalla qué lo impide: míralo en el PDF.'],
    [{ outcome: 'transferable' }, 'ok', 'Se puede transferir. No constan cargas ni avisos.'],
    [
      { outcome: 'transferable', issues: issues('alert') },
      'warn',
      'Se puede transferir. 1 aviso que no lo impide.',
    ],
    [
      { outcome: 'transferable', issues: issues('unknown') },
      'warn',
      'Tráfico lo da por transferible. 1 apunte de un tipo que no conocemos: léelo antes de responder.',
    ],
    [
      { outcome: 'transferable', issues: issues('blocking') },
      'warn',
      'Tráfico lo da por transferible y aun así apunta cargas. Compruébalo en el PDF.',
    ],
    [{ outcome: 'unrecognised', rawOutcome: 'quizá' }, 'unknown', ''],
  ] as const)('%j', (change, sign, meaning) => {
    const face = completeFace(view, report(change), NOW)
    expect(face).toMatchObject({ sign, meaning, ground: 'solid', age: 'Informe completo · hace 6 min' })
  })

  test('old is soft, and so is one whose plate is being asked about', () => {
    expect(completeFace(view, report({ checkedAt: NOW - 60 * MINUTE }), NOW).ground).toBe('soft')
    const asking = { ...view, pending: { vrm: '0456LTR', state: 'asking' as const, requestedAt: NOW } }
    expect(completeFace(asking, report(), NOW)).toMatchObject({ ground: 'soft' })
  })
})

describe('disagreement', () => {
  test('says which is newer, and nothing when both say the same', () => {
    expect(disagreement(reduced('transferable', 7 * MINUTE), report())?.newest).toBe('complete')
    expect(disagreement(reduced('transferable', MINUTE), report())?.newest).toBe('reduced')
    expect(disagreement(reduced('not_transferable', MINUTE), report())).toBeNull()
    const alerts = report({ outcome: 'transferable', issues: issues('alert') })
    expect(disagreement(reduced('with_alerts', MINUTE), alerts)).toBeNull()
  })

  test('a registry that was away says nothing of the plate; one that does not know it does', () => {
    const away = report({ outcome: 'error', failure: 'service_unavailable' })
    expect(disagreement(reduced('transferable', MINUTE), away)).toBeNull()
    const unknown = report({ outcome: 'error', failure: 'not_registered' })
    expect(disagreement(reduced('transferable', MINUTE), unknown)).not.toBeNull()
  })
})

describe('asking', () => {
  const view = noComplete('0456LTR')
  const request = { id: 'q', vrm: '0456LTR', requestedAt: NOW, attempts: 0 }
  test('one at a time, and not for a plate that has just been said not to exist', () => {
    expect(canAsk(undefined, NOW)).toBe(false)
    expect(canAsk(view, NOW)).toBe(true)
    for (const state of ['queued', 'sending', 'processing', 'waiting', 'uncertain'] as const) {
      expect(canAsk({ ...view, request: { ...request, state } }, NOW)).toBe(false)
    }
    const failed = { ...request, state: 'failed' as const, error: appError('rejected') }
    expect(canAsk({ ...view, request: failed }, NOW)).toBe(true)
    const none = report({ outcome: 'error', failure: 'not_registered' })
    expect(canAsk({ ...view, latest: none }, NOW)).toBe(false)
    expect(canAsk({ ...view, latest: { ...none, checkedAt: NOW - 25 * 60 * MINUTE } }, NOW)).toBe(true)
  })

  test('recent is as many hours as the account says', () => {
    expect(recentReport({ ...view, latest: report() }, NOW)).not.toBeNull()
    expect(recentReport({ ...view, latest: report(), recentHours: 0 }, NOW)).toBeNull()
    expect(recentReport({ ...view, latest: report({ outcome: 'error' }) }, NOW)).toBeNull()
  })
})
