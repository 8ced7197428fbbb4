import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ReportIssueView } from '#shared/bridge/complete-report.ts'
import { type ComparedReport, reportChanges } from '#shared/domain/report-changes.ts'
import { ISSUE_TYPES } from '#shared/domain/vocabulary.ts'
import { reportChangeWords } from '#shared/text/client-answer.ts'

type Report = ComparedReport<ReportIssueView>
const issue = (type: string, kind: ReportIssueView['kind'], rest: Partial<ReportIssueView> = {}) => ({
  type,
  kind,
  ...rest,
})
const report = (
  issues: readonly ReportIssueView[],
  registry: Readonly<Record<string, unknown>> = {},
): Report => ({ issues, registry })
const words = (before: Report, after: Report) => reportChanges(before, after).map(reportChangeWords)

const anyIssue = fc.record(
  {
    type: fc.constantFrom(...ISSUE_TYPES, 'moon-phase'),
    kind: fc.constantFrom('blocking', 'alert', 'unknown'),
    authority: fc.constantFrom('', 'Juzgado 3', 'JUZGADO 3', 'Banco Meseta'),
    date: fc.constantFrom('', '2020-01-21', '2026-07-21'),
  },
  { requiredKeys: ['type', 'kind'] },
) as fc.Arbitrary<ReportIssueView>
const anyReport = fc.record({
  issues: fc.array(anyIssue, { maxLength: 8 }),
  registry: fc.dictionary(
    fc.constantFrom('owner', 'service', 'hasCharges', 'hasInvalidItv', 'itvHistory', 'colour'),
    fc.jsonValue({ maxDepth: 2 }),
  ),
})

describe('a complete report beside the one before', () => {
  test('what was lifted, what is new, and what the registry says otherwise', () => {
    const before = report(
      [
        issue('seizure', 'blocking', { authority: 'Juzgado 3', date: '2026-02-01' }),
        issue('ownership-hold', 'blocking'),
      ],
      {
        vrm: 'A',
        owner: 'Ana',
        service: 'B',
        hasCharges: true,
        hasInvalidItv: false,
        itvHistory: [{ date: '1' }],
      },
    )
    const after = report(
      [issue('itv-expired', 'alert'), issue('ownership-hold', 'blocking', { authority: 'Otro banco' })],
      {
        vrm: 'B',
        owner: 'Berta',
        service: 'A',
        hasCharges: false,
        hasDenial: true,
        hasInvalidItv: true,
        itvHistory: [{ date: '2' }, { date: '1' }],
      },
    )
    expect(words(before, after)).toEqual([
      'ITV caducada',
      'Embargo levantado',
      'Ha cambiado el titular',
      'Servicio: Particular → Público',
      'Historial de ITV: 1 apunte nuevo',
    ])
  })

  test('another charge of the same type is one lifted and one new', () => {
    const before = report([issue('seizure', 'blocking', { authority: 'Juzgado 3', date: '2025-02-01' })])
    const after = report([
      issue('seizure', 'blocking', { authority: 'Agencia Tributaria', date: '2026-10-01' }),
    ])
    expect(words(before, after)).toEqual(['Embargo nuevo', 'Embargo levantado'])
  })

  test('the same charge with a corrected date, or with its authority named at last, has not changed', () => {
    const named = issue('seizure', 'blocking', { authority: 'Juzgado 3', date: '2025-02-01' })
    for (const other of [
      issue('seizure', 'blocking', { authority: 'Juzgado 3', date: '2025-03-01' }),
      issue('seizure', 'blocking', { authority: 'JUZGADO 3 DE MADRID', date: '2025-02-01' }),
      issue('seizure', 'blocking', { date: '2025-02-01' }),
      issue('seizure', 'blocking'),
    ])
      for (const [a, b] of [
        [named, other],
        [other, named],
      ])
        expect(words(report([a!]), report([b!]))).toEqual([])
  })

  test('a flag is said where no issue says it', () => {
    expect(words(report([], { hasCharges: true }), report([], { hasCharges: false }))).toEqual([
      'Cargas: con cargas → sin cargas',
    ])
  })

  test('no name is in the words of an owner', () => {
    expect(words(report([], { owner: { name: 'Ana' } }), report([], { owner: null })).join()).not.toContain(
      'Ana',
    )
  })

  test('one of two equal charges that goes is one that is gone', () => {
    const seizure = issue('seizure', 'blocking', { authority: 'Juzgado 3' })
    expect(words(report([seizure, seizure]), report([seizure]))).toEqual(['Embargo levantado'])
  })

  test('a type that this version does not know is in the service’s words', () => {
    const odd = issue('moon-phase', 'unknown', { concept: 'Fase lunar' })
    expect(words(report([odd]), report([]))).toEqual(['Ya no consta: «Fase lunar»'])
    expect(words(report([]), report([odd]))).toEqual(['Nuevo: «Fase lunar»'])
  })

  test('equal reports, in any order of their lists, have nothing to say', () => {
    fc.assert(
      fc.property(anyReport, fc.infiniteStream(fc.nat()), (before, order) => {
        const after = {
          issues: before.issues.toSorted(() => ((order.next().value ?? 0) % 2 === 0 ? 1 : -1)),
          registry: Object.fromEntries(Object.entries(before.registry).toReversed()),
        }
        expect(reportChanges(before, after)).toEqual([])
      }),
    )
  })

  test('what one way is new is the other way gone, and every word is there', () => {
    fc.assert(
      fc.property(anyReport, anyReport, (one, other) => {
        const issues = (what: string, changes: ReturnType<typeof reportChanges>) =>
          changes
            .flatMap((change) =>
              'issue' in change && change.what === what ? [JSON.stringify(change.issue.type)] : [],
            )
            .toSorted()
        const there = reportChanges(one, other)
        const back = reportChanges(other, one)
        expect(issues('issue-new', there)).toEqual(issues('issue-gone', back))
        for (const change of there) expect(reportChangeWords(change as never)).toMatch(/\S/)
      }),
    )
  })
})
