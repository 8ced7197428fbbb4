import { describe, expect, test } from 'vitest'
import { toPlateReport } from '#electron/core/features/complete/complete.rules.ts'
import type { CompleteReport } from '#shared/bridge/complete-report.ts'
import type { LookupView, PlateReport } from '#shared/bridge/lookup.ts'
import { appError } from '#shared/bridge/result.ts'
import { plateVerdict } from '#shared/domain/plate-verdict.ts'
import { FRESH_FOR_MS, isFresh, spokenVerdict, verdictViewModel } from '#renderer/design/verdict.tsx'
import { plateReport } from '#tests/fakes/plate-reports.ts'

const NOW = new Date(2026, 10, 20, 14, 5).getTime()
const MINUTE = 60_000
const verdict = (extra: Partial<PlateReport> = {}): PlateReport =>
  plateReport({
    outcome: 'with_alerts',
    checkedAt: NOW,
    vehicle: { brand: 'SEAT', model: 'León' },
    ...extra,
  })
const view = (known: Partial<LookupView>, ...others: PlateReport[]): LookupView => ({
  vrm: '1234BCD',
  verdict: plateVerdict([...others, ...[known.latest, known.previous].flatMap((one) => one ?? [])]),
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
    expect(verdictViewModel(known, NOW).ground).toBe(ground)
    expect(isFresh(known, NOW)).toBe(ground === 'solid')
  })
})

test('the word and the sign of a cached verdict are those of the fresh one', () => {
  const fresh = verdictViewModel(view({ latest: verdict() }), NOW)
  const cached = verdictViewModel(view({ latest: verdict(), pending: pending('slow') }), NOW)
  expect([cached.title, cached.sign]).toEqual([fresh.title, fresh.sign])
})

test('our own failures are grey and say that it is not the car', () => {
  for (const known of [view({ failed: appError('timeout') }), view({ pending: pending('queued') })]) {
    const viewModel = verdictViewModel(known, NOW)
    expect(viewModel.sign).toBe('unknown')
    expect(viewModel.meaning).toMatch(/No significa que haya un problema con el vehículo/)
  }
})

test('an answer that is unknown is said to be so, without its code', () => {
  const viewModel = verdictViewModel(
    view({ latest: verdict({ outcome: 'unrecognised', rawOutcome: 'maybe_later' }) }),
    NOW,
  )
  expect([viewModel.title, viewModel.sign]).toEqual(['Respuesta desconocida', 'unknown'])
})

test('both the age and the date, however old', () => {
  const viewModel = verdictViewModel(view({ latest: verdict({ checkedAt: NOW - 9 * 86_400_000 }) }), NOW)
  expect([viewModel.age, viewModel.date]).toEqual(['Hace 9 días', '11/11/2026 · 14:05'])
})

test('what is heard', () => {
  expect(spokenVerdict('1234 BCD', view({ latest: verdict() }), NOW)).toBe(
    '1234 BCD, transferible con avisos, recién consultado',
  )
  expect(spokenVerdict('1234 BCD', view({ pending: pending('asking') }), NOW)).toMatch(
    /^1234 BCD, consultando/,
  )
})

const complete = (change: Partial<CompleteReport> = {}): CompleteReport => ({
  reportId: 'c1',
  vrm: '1234BCD',
  outcome: 'not_transferable',
  checkedAt: NOW - 6 * MINUTE,
  registry: { brand: 'BMW', vin: 7, model: '' },
  issues: [],
  pdf: 'none',
  ...change,
})
const issues = (...kinds: CompleteReport['issues'][number]['kind'][]) =>
  kinds.map((kind) => ({ type: 'x', kind }))

describe('the face of a complete report', () => {
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
    [
      { outcome: 'unrecognised', rawOutcome: 'quizá' },
      'unknown',
      'Ventanilla no conoce esa respuesta de Tráfico. Pregunta al operador qué significa.',
    ],
  ] as const)('%j', (change, sign, meaning) => {
    const viewModel = verdictViewModel(view({}, toPlateReport(complete(change))), NOW)
    expect(viewModel).toMatchObject({ sign, meaning, ground: 'solid', age: 'Informe completo · hace 6 min' })
  })

  test('old is soft, and so is one whose plate is being asked about', () => {
    const old = toPlateReport(complete({ checkedAt: NOW - 60 * MINUTE }))
    expect(verdictViewModel(view({}, old), NOW).ground).toBe('soft')
    expect(
      verdictViewModel(view({ pending: pending('asking') }, toPlateReport(complete())), NOW).ground,
    ).toBe('soft')
  })

  test('of its registry it keeps only what is text', () => {
    expect(toPlateReport(complete()).vehicle).toEqual({ brand: 'BMW' })
  })

  test('a plate that the registry does not know is grey and says so', () => {
    const missing = toPlateReport(complete({ outcome: 'error', failure: 'not_registered' }))
    const viewModel = verdictViewModel(view({ latest: verdict({ outcome: 'transferable' }) }, missing), NOW)
    expect([viewModel.sign, viewModel.title]).toEqual(['unknown', 'Matrícula no registrada'])
  })
})

describe('when reports disagree, the face has the worse one and says so', () => {
  const red = toPlateReport(complete({ issues: issues('blocking') }))
  test.each([
    ['the complete one is newer', NOW - 7 * MINUTE],
    ['the reduced one is newer', NOW],
  ])('%s', (_, checkedAt) => {
    const known = view({ latest: verdict({ outcome: 'transferable', checkedAt }) }, red)
    expect(verdictViewModel(known, NOW)).toMatchObject({
      sign: 'stop',
      title: 'No transferible',
      ground: 'solid',
      meaning: '1 carga lo impide. El reducido no dice lo mismo.',
    })
    expect(spokenVerdict('1234 BCD', known, NOW)).toMatch(/el reducido no dice lo mismo/i)
  })

  test('the complete report found nothing', () => {
    const clean = toPlateReport(complete({ outcome: 'transferable' }))
    const known = view(
      { latest: verdict({ outcome: 'not_transferable', checkedAt: NOW - 7 * MINUTE }) },
      clean,
    )
    expect(verdictViewModel(known, NOW)).toMatchObject({
      sign: 'stop',
      meaning: 'Hay algo que impide la transferencia. El completo no dice lo mismo.',
    })
  })

  test('the last question had no answer', () => {
    const before = verdict({ reportId: 'r0', outcome: 'not_transferable', checkedAt: NOW - MINUTE })
    const known = view({ latest: verdict({ outcome: 'error' }), previous: before })
    expect(verdictViewModel(known, NOW)).toMatchObject({
      sign: 'stop',
      meaning: 'Hay algo que impide la transferencia. El anterior y el último no dicen lo mismo.',
    })
  })
})
