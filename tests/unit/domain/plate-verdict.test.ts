import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  completeOutcome,
  plateVerdict,
  type ReportFacts,
  type Outcome,
} from '#shared/domain/plate-verdict.ts'

const GOOD_TO_BAD: readonly Outcome[] = [
  'transferable',
  'with_alerts',
  'error',
  'unrecognised',
  'not_transferable',
]
const severity = ({ outcome }: { outcome: Outcome }) => GOOD_TO_BAD.indexOf(outcome)

const LETTERS: Readonly<Record<string, Outcome>> = {
  green: 'transferable',
  amber: 'with_alerts',
  none: 'error',
  odd: 'unrecognised',
  red: 'not_transferable',
}

/** `R green`, `C red`, `C away`, `C missing`: consecutive reports, a minute apart. */
const reports = (...words: string[]): ReportFacts[] =>
  words.map((word, index) => {
    const [kind, says = ''] = word.split(' ')
    const base = {
      reportId: `${index}`,
      kind: kind === 'R' ? ('reduced' as const) : ('complete' as const),
      checkedAt: index * 60_000,
    }
    if (says === 'away') return { ...base, outcome: 'error', failure: 'service_unavailable' }
    if (says === 'missing') return { ...base, outcome: 'error', failure: 'not_registered' }
    return { ...base, outcome: LETTERS[says]! }
  })

describe('what stands, by what arrived', () => {
  test.each([
    // Nothing to disagree with.
    [[], null, null, null],
    [['R green'], 'transferable', 0, null],
    [['C red'], 'not_transferable', 0, null],
    // Same kind: the later report replaces the earlier.
    [['R red', 'R green'], 'transferable', 1, null],
    [['R green', 'R red'], 'not_transferable', 1, null],
    [['C red', 'C green'], 'transferable', 1, null],
    // Both kinds, in any order: the worse.
    [['R green', 'C red'], 'not_transferable', 1, 'trust-complete'],
    [['C red', 'R green'], 'not_transferable', 0, 'trust-complete'],
    [['R red', 'C green'], 'not_transferable', 0, 'ask-again'],
    [['C green', 'R red'], 'not_transferable', 1, 'changed-since'],
    [['R green', 'C missing'], 'error', 1, 'check-plate'],
    [['R red', 'C missing'], 'not_transferable', 0, 'check-plate'],
    [['R amber', 'C green'], 'with_alerts', 0, 'ask-again'],
    // Both agree: the newest counts.
    [['C red', 'R red'], 'not_transferable', 1, null],
    [['R red', 'C red'], 'not_transferable', 1, null],
    // A complete report includes alerts that a reduced one lacks.
    [['R green', 'C amber'], 'with_alerts', 1, null],
    [['C amber', 'R green'], 'with_alerts', 0, null],
    [['R amber', 'C amber'], 'with_alerts', 1, null],
    // A new free report never clears a complete one.
    [['R green', 'C red', 'R green', 'R green'], 'not_transferable', 1, 'trust-complete'],
    [['R green', 'C missing', 'R green'], 'error', 1, 'check-plate'],
    // Only a complete report newer than both does.
    [['R green', 'C red', 'C green'], 'transferable', 2, null],
    [['C red', 'R green', 'C green'], 'transferable', 2, null],
    [['R red', 'C green', 'C green'], 'transferable', 2, null],
    [['C green', 'R red', 'C green'], 'transferable', 2, null],
    [['R green', 'C red', 'C red'], 'not_transferable', 2, null],
    [['R green', 'C missing', 'C green'], 'transferable', 2, null],
    // A settled dispute stays so, and a later reduced report may disagree anew.
    [['R red', 'C green', 'C green', 'R red'], 'not_transferable', 3, 'changed-since'],
    [['R red', 'C green', 'C red', 'C green'], 'transferable', 3, null],
    // They agreed until the complete report differed: it is newer than only one of the two.
    [['R red', 'C red', 'C green'], 'not_transferable', 0, 'ask-again'],
    // The newest of both kinds agree: the worse reduced report no longer counts.
    [['R red', 'C green', 'R green'], 'transferable', 2, null],
    // A report without an answer clears nothing, and is never better than the one before.
    [['R red', 'R none'], 'not_transferable', 0, 'ask-again'],
    [['R green', 'R none'], 'error', 1, 'ask-again'],
    [['R green', 'R odd'], 'unrecognised', 1, 'ask-again'],
    [['R green', 'R none', 'R green'], 'transferable', 2, null],
    [['R red', 'R none', 'C green'], 'not_transferable', 0, 'ask-again'],
    [['R green', 'C red', 'C none'], 'not_transferable', 1, 'trust-complete'],
    // An unavailable registry says nothing about the plate.
    [['C away'], null, null, null],
    [['R green', 'C away'], 'transferable', 0, null],
    [['R green', 'C red', 'C away'], 'not_transferable', 1, 'trust-complete'],
  ] as const)('%j: %s', (words, outcome, speaks, advice) => {
    const all = reports(...words)
    const verdict = plateVerdict(all)
    expect(verdict?.outcome ?? null).toBe(outcome)
    expect(verdict?.report ?? null).toBe(speaks === null ? null : all[speaks])
    expect(verdict?.advice ?? null).toBe(advice)
    expect(verdict?.against == null).toBe(advice === null)
  })
})

test('the other report is the newest that says something else', () => {
  const all = reports('R green', 'C red', 'R none', 'R green', 'R none')
  expect(plateVerdict(all)?.against).toBe(all[4])
})

test('only a transferable report with issues has alerts', () => {
  expect(completeOutcome('transferable', 0)).toBe('transferable')
  expect(completeOutcome('transferable', 2)).toBe('with_alerts')
  expect(completeOutcome('not_transferable', 2)).toBe('not_transferable')
})

const kind = fc.constantFrom('reduced' as const, 'complete' as const)
const failure = fc.constantFrom('service_unavailable' as const, 'not_registered' as const, 'unknown' as const)
/** Few instants, so that many reports share one. */
const anyReports = fc
  .array(
    fc.record({ kind, outcome: fc.constantFrom(...GOOD_TO_BAD), failure, checkedAt: fc.nat({ max: 8 }) }),
    { maxLength: 9 },
  )
  .map((rows) =>
    rows.map(({ failure: why, ...row }, index): ReportFacts => {
      const failed = row.kind === 'complete' && row.outcome === 'error'
      return { ...row, reportId: `${index}`, ...(failed && { failure: why }) }
    }),
  )
/** The same, with distinct times. */
const oneByOne = anyReports.map((rows) => rows.map((row, index) => ({ ...row, checkedAt: index })))

const says = ({ failure: why }: ReportFacts) => why !== 'service_unavailable'
const answers = (report: ReportFacts) => report.outcome !== 'error' && report.outcome !== 'unrecognised'
const opposed = (reduced: ReportFacts, complete: ReportFacts) =>
  reduced.outcome !== complete.outcome &&
  !(reduced.outcome === 'transferable' && complete.outcome === 'with_alerts')

/** True if a report no longer counts: the definition of the rule, not its algorithm. */
function isCleared(report: ReportFacts, all: readonly ReportFacts[]): boolean {
  const later = all.filter(({ checkedAt }) => checkedAt > report.checkedAt)
  if (later.some((other) => other.kind === report.kind && (answers(other) || !answers(report)))) return true
  if (report.kind === 'complete') return false
  // A later complete report, before which a reduced and a complete one disagreed, each the newest of its kind.
  const newestBefore = (at: number, of: ReportFacts['kind']) =>
    all.filter((other) => other.kind === of && answers(other) && other.checkedAt < at).at(-1)
  return later.some((settling) => {
    if (settling.kind !== 'complete' || !answers(settling)) return false
    const reduced = newestBefore(settling.checkedAt, 'reduced')
    const complete = newestBefore(settling.checkedAt, 'complete')
    // One cleared earlier takes part in no dispute.
    const before = all.filter(({ checkedAt }) => checkedAt < settling.checkedAt)
    return reduced && complete && opposed(reduced, complete) && !isCleared(reduced, before)
  })
}

describe('for any reports', () => {
  test('the order they are given in does not matter', () => {
    fc.assert(
      fc.property(
        anyReports.chain((rows) =>
          fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length })),
        ),
        ([rows, shuffled]) => {
          expect(plateVerdict(shuffled)).toEqual(plateVerdict(rows))
        },
      ),
    )
  })

  test('there is a verdict as soon as one says something, and it is the word of one of them', () => {
    fc.assert(
      fc.property(anyReports, (rows) => {
        const verdict = plateVerdict(rows)
        expect(verdict === null).toBe(!rows.some(says))
        if (!verdict) return
        expect(rows).toContain(verdict.report)
        expect(verdict.outcome).toBe(verdict.report.outcome)
        expect(verdict.against === null).toBe(verdict.advice === null)
        if (verdict.against) expect(severity(verdict.against)).toBeLessThan(severity(verdict.report))
      }),
    )
  })

  test('it is never better than the newest complete report says', () => {
    fc.assert(
      fc.property(anyReports, (rows) => {
        const completes = rows.filter((row) => row.kind === 'complete' && says(row))
        const newest = Math.max(...completes.map(({ checkedAt }) => checkedAt))
        const best = Math.min(
          ...completes.filter(({ checkedAt }) => checkedAt === newest).map((row) => severity(row)),
        )
        if (completes.length > 0) expect(severity(plateVerdict(rows)!)).toBeGreaterThanOrEqual(best)
      }),
    )
  })

  test('it is the worst of what is not cleared, no better and no worse', () => {
    fc.assert(
      fc.property(oneByOne, (rows) => {
        const all = rows.filter(says)
        const left = all.filter((row) => !isCleared(row, all))
        const worst = left.length === 0 ? null : Math.max(...left.map(severity))
        const verdict = plateVerdict(rows)
        expect(verdict && severity(verdict)).toBe(worst)
      }),
      { numRuns: 1_000 },
    )
  })

  test('no reduced report that arrives makes it better than the complete one that stood', () => {
    fc.assert(
      fc.property(oneByOne, fc.constantFrom(...GOOD_TO_BAD), (rows, outcome) => {
        const next: ReportFacts = { reportId: 'next', kind: 'reduced', outcome, checkedAt: rows.length }
        const completes = rows.filter((row) => row.kind === 'complete')
        const before = plateVerdict(completes)
        const after = plateVerdict([...rows, next])!
        expect(severity(after)).toBeGreaterThanOrEqual(severity(next))
        if (before) expect(severity(after)).toBeGreaterThanOrEqual(severity(before))
      }),
    )
  })

  test('the registry being away changes nothing', () => {
    fc.assert(
      fc.property(oneByOne, (rows) => {
        const away: ReportFacts = {
          reportId: 'away',
          kind: 'complete',
          outcome: 'error',
          failure: 'service_unavailable',
          checkedAt: rows.length,
        }
        expect(plateVerdict([...rows, away])).toEqual(plateVerdict(rows))
      }),
    )
  })
})
