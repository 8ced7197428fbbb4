import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { reportOutcome } from '#shared/domain/plate-verdict.ts'

test.each([
  ['processing', undefined, null],
  ['processing', 'transferable', null],
  ['completed', 'transferable', 'transferable'],
  ['completed', 'with_alerts', 'with_alerts'],
  ['completed', 'not_transferable', 'not_transferable'],
  ['completed', 'TRANSFERABLE', 'unrecognised'],
  ['completed', 'partially_transferable', 'unrecognised'],
  ['completed', undefined, 'unrecognised'],
  ['error', undefined, 'error'],
  ['error', 'transferable', 'error'],
  ['cancelled', 'transferable', 'unrecognised'],
  ['', undefined, 'unrecognised'],
])('%s, %s: %s', (status, transferabilityStatus, outcome) => {
  expect(reportOutcome({ status, transferabilityStatus })).toBe(outcome)
})

test('only "processing" has no outcome, and no unknown word is taken for a good one', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (status, transferabilityStatus) => {
      fc.pre(!['processing', 'completed', 'error'].includes(status))
      expect(reportOutcome({ status, transferabilityStatus })).toBe('unrecognised')
      expect(reportOutcome({ status: 'completed', transferabilityStatus: `${transferabilityStatus}?` })).toBe(
        'unrecognised',
      )
    }),
  )
})
