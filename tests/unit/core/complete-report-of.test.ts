import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toCompleteReport } from '#electron/core/features/complete/complete.rules.ts'
import { reportSchema } from '#shared/api/report.ts'
import { completeReportSchema } from '#shared/bridge/complete-report.ts'

const VRM = '1234BCD'
const NOW = 1_700_000_000_000
/** Parsed like the service's response. */
const viewOf = (wire: Record<string, unknown>) =>
  toCompleteReport(reportSchema.parse({ id: 'r1', vrm: VRM, type: 'complete', ...wire }), VRM, NOW)

test('while the registry is looking there is none', () => {
  expect(viewOf({ status: 'processing', transferabilityStatus: 'transferable' })).toBeNull()
})

test.each(['transferable', 'not_transferable'])('%s is a verdict', (transferabilityStatus) => {
  expect(viewOf({ status: 'completed', transferabilityStatus })).toEqual({
    reportId: 'r1',
    vrm: VRM,
    checkedAt: NOW,
    outcome: transferabilityStatus,
    registry: {},
    issues: [],
    pdf: 'none',
  })
})

describe('a word that is not one of the two is shown raw, and is never a verdict', () => {
  test.each([
    // Values of reduced reports only.
    [{ status: 'completed', transferabilityStatus: 'with_alerts' }, 'with_alerts'],
    [{ status: 'completed', transferabilityStatus: 'TRANSFERABLE' }, 'TRANSFERABLE'],
    [{ status: 'completed' }, 'completed'],
    [{ status: 'completed', transferabilityStatus: 7 }, 'completed'],
    [{ status: 'archived', transferabilityStatus: 'transferable' }, 'transferable'],
    [{ status: 'archived' }, 'archived'],
  ])('%j', (wire, rawOutcome) => {
    expect(viewOf(wire)).toMatchObject({ outcome: 'unrecognised', rawOutcome })
  })
})

describe('why there is no answer', () => {
  test.each([
    ['service_unavailable', 'service_unavailable'],
    // Only an explicit null blames the plate.
    [null, 'not_registered'],
    [undefined, 'unknown'],
    ['something new', 'unknown'],
    [42, 'unknown'],
  ])('%j → %s', (failureReason, failure) => {
    const view = viewOf({ status: 'error', failureReason, transferabilityStatus: 'transferable' })
    expect(view).toMatchObject({ outcome: 'error', failure })
  })
})

test('issues are kept in the words they came in, each of its kind; one that is unknown may well block', () => {
  const issues = [
    {
      conceptType: 'seizure',
      concept: 'Embargo',
      description: 'd',
      date: '2024-02-01T00:00:00Z',
      authority: 'a',
    },
    { conceptType: 'itv-expired' },
    { conceptType: 'of-tomorrow', concept: '<b>?</b>' },
    { concept: 'no type' },
    'not an issue',
    null,
  ]
  expect(viewOf({ status: 'completed', transferabilityStatus: 'not_transferable', issues })?.issues).toEqual([
    {
      type: 'seizure',
      kind: 'blocking',
      concept: 'Embargo',
      description: 'd',
      date: '2024-02-01T00:00:00Z',
      authority: 'a',
    },
    { type: 'itv-expired', kind: 'alert' },
    { type: 'of-tomorrow', kind: 'unknown', concept: '<b>?</b>' },
    { type: '', kind: 'unknown', concept: 'no type' },
  ])
})

test('the link to the PDF is a secret: that there is one is all that is kept', () => {
  const reportUrl = 'https://storage.example/v1/reports/r1/download?token=secret'
  const view = viewOf({ status: 'completed', transferabilityStatus: 'transferable', reportUrl })
  expect(view?.pdf).toBe('available')
  expect(JSON.stringify(view)).not.toMatch(/storage|token|secret/)
})

test('registry data are kept whatever their shape', () => {
  const registryExtractedData = {
    brand: 'SEAT',
    hasCharges: 'yes',
    owner: { name: 'x', shares: [1, 2] },
    ownerHistory: 'one line',
    itvHistory: [{ date: '01/02/2020', km: 10 }],
    ofTomorrow: [[]],
  }
  expect(viewOf({ status: 'completed', registryExtractedData })?.registry).toMatchObject({
    brand: 'SEAT',
    owner: { name: 'x', shares: [1, 2] },
    ownerHistory: 'one line',
    itvHistory: [{ date: '01/02/2020', km: 10 }],
    ofTomorrow: [[]],
  })
})

test('whatever the service says, what is kept can be read again', () => {
  const word = fc.constantFrom(
    undefined,
    null,
    1,
    '',
    'completed',
    'error',
    'transferable',
    'service_unavailable',
  )
  const wire = fc.record({
    status: fc.constantFrom('completed', 'error', 'archived'),
    transferabilityStatus: word,
    failureReason: word,
    reportUrl: word,
    registryExtractedData: fc.oneof(word, fc.object({ maxDepth: 3 })),
    issues: fc.oneof(word, fc.array(fc.oneof(word, fc.object({ maxDepth: 1 })))),
  })
  fc.assert(
    fc.property(wire, (answer) => {
      const view = viewOf(answer)
      expect(completeReportSchema.parse(JSON.parse(JSON.stringify(view)))).toEqual(
        JSON.parse(JSON.stringify(view)),
      )
    }),
  )
})
