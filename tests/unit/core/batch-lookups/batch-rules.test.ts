import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PlateReport } from '#shared/bridge/lookup.ts'
import { appError } from '#shared/bridge/result.ts'
import { plateVerdict } from '#shared/domain/plate-verdict.ts'
import {
  computeBatchCutoff,
  hasVerdictOfDay,
  decidePlateStep,
  type KnownPlate,
} from '#electron/core/features/batch-lookups/batch-lookups.rules.ts'

const DAY = 86_400_000
const NOON = new Date(2026, 9, 25, 12).getTime()

const outcome = fc.constantFrom(
  'transferable' as const,
  'with_alerts' as const,
  'not_transferable' as const,
  'error' as const,
  'unrecognised' as const,
)
const report = fc.record({
  reportId: fc.uuid(),
  vrm: fc.constant('1234BCD'),
  kind: fc.constantFrom('reduced' as const, 'complete' as const),
  outcome,
  checkedAt: fc.integer({ min: NOON - 3 * DAY, max: NOON }),
})
const pending = fc.option(
  fc.record({
    vrm: fc.constant('1234BCD'),
    state: fc.constantFrom('asking' as const, 'processing' as const, 'slow' as const, 'queued' as const),
    requestedAt: fc.integer({ min: NOON - DAY, max: NOON }),
  }),
)
const known = fc
  .record({
    reports: fc.array(report, { maxLength: 4 }),
    pending,
    failed: fc.option(fc.constant(appError('rejected'))),
  })
  .map(({ reports, ...rest }): KnownPlate & { reports: PlateReport[] } => ({
    ...rest,
    reports,
    verdict: plateVerdict(reports),
    latest: reports.findLast(({ kind }) => kind === 'reduced') ?? null,
  }))

test('an open lookup is waited for, whoever began it, and never begun again', () => {
  fc.assert(
    fc.property(known, fc.boolean(), (plate, isAsked) => {
      expect(decidePlateStep(plate, isAsked, NOON).kind === 'open').toBe(plate.pending !== null)
    }),
  )
})

test('a plate that was asked about is settled once nothing is open, and never asked about twice', () => {
  fc.assert(
    fc.property(known, (plate) => {
      fc.pre(plate.pending === null)
      const step = decidePlateStep(plate, true, NOON)
      expect(step.kind).toBe('settle')
      if (step.kind === 'settle') expect(step.state === 'failed').toBe(step.error !== null)
    }),
  )
})

test('a plate is left out only with an answer of the same calendar day', () => {
  fc.assert(
    fc.property(known, (plate) => {
      fc.pre(plate.pending === null)
      const step = decidePlateStep(plate, false, NOON)
      const ofToday = plate.reports.filter(
        ({ checkedAt, outcome: said }) =>
          new Date(checkedAt).toDateString() === new Date(NOON).toDateString() &&
          said !== 'error' &&
          said !== 'unrecognised',
      )
      if (step.kind === 'settle') expect(ofToday.length).toBeGreaterThan(0)
      else expect(step.kind).toBe('ask')
      expect(step.kind === 'settle').toBe(hasVerdictOfDay(plate, NOON))
      // Whatever was said another day is asked again.
      if (ofToday.length === 0) expect(hasVerdictOfDay(plate, NOON)).toBe(false)
    }),
  )
})

const at = (checkedAt: number, said: PlateReport['outcome'], kind: PlateReport['kind'] = 'reduced') => ({
  reportId: `r${checkedAt}${kind}`,
  vrm: '1234BCD',
  kind,
  outcome: said,
  checkedAt,
})
const plateOf = (...reports: PlateReport[]): KnownPlate => ({
  verdict: plateVerdict(reports),
  latest: reports.findLast(({ kind }) => kind === 'reduced') ?? null,
  pending: null,
  failed: null,
})

test.each<[string, KnownPlate, boolean]>([
  ['nothing', plateOf(), false],
  ['one of this morning', plateOf(at(NOON - 11 * 3_600_000, 'transferable')), true],
  // The night of the change of the hour has 25 hours.
  ['one of last night', plateOf(at(new Date(2026, 9, 24, 23, 59).getTime(), 'transferable')), false],
  ['a missing answer of today', plateOf(at(NOON, 'error')), false],
  [
    'a complete report of today that decides',
    plateOf(at(NOON - 9 * DAY, 'transferable'), at(NOON, 'not_transferable', 'complete')),
    true,
  ],
  [
    'a complete report of today that an older reduced one contradicts, which a free lookup may settle',
    plateOf(at(NOON - 9 * DAY, 'not_transferable'), at(NOON, 'transferable', 'complete')),
    false,
  ],
  [
    'a reduced report of today that an older complete one overrules',
    plateOf(at(NOON - 9 * DAY, 'not_transferable', 'complete'), at(NOON, 'transferable')),
    true,
  ],
  ['one of tomorrow, by a wrong clock', plateOf(at(NOON + DAY, 'transferable')), false],
])('%s', (_, plate, isKnown) => {
  expect(hasVerdictOfDay(plate, NOON)).toBe(isKnown)
})

test('what waits for long is set aside, and what is not yet sent is not', () => {
  const aside = (state: 'asking' | 'processing' | 'slow' | 'queued', ago: number) => {
    const step = decidePlateStep(
      { ...plateOf(), pending: { vrm: '1234BCD', state, requestedAt: NOON - ago } },
      true,
      NOON,
    )
    return step.kind === 'open' && step.isAside
  }
  expect(aside('processing', 1_000)).toBe(false)
  expect(aside('processing', 15_000)).toBe(true)
  expect(aside('slow', 0)).toBe(true)
  expect(aside('queued', 0)).toBe(true)
  expect(aside('asking', 3_600_000)).toBe(false)
})

test('batches are kept for as long as the office says, and a month at most', () => {
  const month = new Date(2026, 8, 25).getTime()
  expect([0, 7, 90].map((days) => computeBatchCutoff(NOON, days))).toEqual([
    month,
    new Date(2026, 9, 18).getTime(),
    month,
  ])
})
