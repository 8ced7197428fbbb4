import { describe, expect, test } from 'vitest'
import type { LookupView, Verdict } from '#shared/bridge/lookup.ts'
import { appError } from '#shared/bridge/result.ts'
import { answerForClient } from '#shared/text/app-lookup.ts'
import { FRESH_FOR_MS, isFresh, spokenVerdict, verdictFace } from '#renderer/features/lookup/verdict-face.ts'

const NOW = new Date(2026, 10, 20, 14, 5).getTime()
const verdict = (extra: Partial<Verdict> = {}): Verdict => ({
  reportId: 'r1',
  vrm: '1234BCD',
  outcome: 'with_alerts',
  checkedAt: NOW,
  vehicle: { brand: 'SEAT', model: 'León' },
  ...extra,
})
const view = (known: Partial<LookupView>): LookupView => ({
  vrm: '1234BCD',
  latest: null,
  previous: null,
  pending: null,
  failed: null,
  ...known,
})
const pending = (state: 'asking' | 'processing' | 'slow' | 'queued') => ({
  vrm: '1234BCD',
  state,
  requestedAt: NOW,
})

describe('solid colour is only for a fresh verdict', () => {
  test.each([
    ['just asked', view({ latest: verdict() }), 'solid'],
    ['a moment before it is old', view({ latest: verdict({ checkedAt: NOW - FRESH_FOR_MS + 1 }) }), 'solid'],
    ['a quarter of an hour', view({ latest: verdict({ checkedAt: NOW - FRESH_FOR_MS }) }), 'soft'],
    ['being confirmed', view({ latest: verdict(), pending: pending('asking') }), 'soft'],
    ['waiting for the service', view({ latest: verdict(), pending: pending('queued') }), 'soft'],
    ['the last question failed', view({ latest: verdict(), failed: appError('timeout') }), 'soft'],
  ])('%s', (_, known, ground) => {
    expect(verdictFace(known, NOW).ground).toBe(ground)
    expect(isFresh(known, NOW)).toBe(ground === 'solid')
  })
})

test('the word and the sign of a cached verdict are those of the fresh one', () => {
  const fresh = verdictFace(view({ latest: verdict() }), NOW)
  const cached = verdictFace(view({ latest: verdict(), pending: pending('slow') }), NOW)
  expect([cached.title, cached.sign]).toEqual([fresh.title, fresh.sign])
})

test('our own failures are grey and say that it is not the car', () => {
  for (const known of [view({ failed: appError('timeout') }), view({ pending: pending('queued') })]) {
    const face = verdictFace(known, NOW)
    expect(face.sign).toBe('unknown')
    expect(face.meaning).toMatch(/No significa que haya un problema con el vehículo/)
  }
})

test('an unknown word of the service is shown as it came', () => {
  const face = verdictFace(
    view({ latest: verdict({ outcome: 'unrecognised', rawOutcome: 'maybe_later' }) }),
    NOW,
  )
  expect([face.title, face.sign]).toEqual(['«maybe_later»', 'unknown'])
})

test('both the age and the date, however old', () => {
  const face = verdictFace(view({ latest: verdict({ checkedAt: NOW - 9 * 86_400_000 }) }), NOW)
  expect([face.age, face.date]).toEqual(['Hace 9 días', '11/11/2026 · 14:05'])
})

test('what is heard', () => {
  expect(spokenVerdict('1234 BCD', view({ latest: verdict() }), NOW)).toBe(
    '1234 BCD, transferible con avisos, recién consultado',
  )
  expect(spokenVerdict('1234 BCD', view({ pending: pending('asking') }), NOW)).toMatch(
    /^1234 BCD, consultando/,
  )
})

test('the answer carries the date the verdict is from, and says when it is invented', () => {
  const old = verdict({ checkedAt: new Date(2026, 10, 17, 9, 31).getTime() })
  expect(answerForClient('1234 BCD', old, false)).toBe(
    '1234 BCD (SEAT León): se puede transferir, con avisos que no lo impiden. Consultado en Tráfico el 17/11/2026 a las 09:31.',
  )
  expect(answerForClient('1234 BCD', old, true)).toMatch(/\(Datos inventados de la demostración\.\)$/)
  expect(answerForClient('1234 BCD', verdict({ vehicle: undefined }), false)).toMatch(/^1234 BCD: se puede/)
})
