import type { PlateReport } from '#shared/bridge/lookup.ts'
import { plateVerdict, type VerdictOutcome } from '#shared/domain/plate-verdict.ts'

/** A report of `1234BCD` by default. */
export const plateReport = (change: Partial<PlateReport> = {}): PlateReport => ({
  reportId: 'r1',
  vrm: '1234BCD',
  kind: 'reduced',
  outcome: 'transferable',
  checkedAt: 0,
  ...change,
})

/** Verdict of a plate with one report. */
export const saidOf = (outcome: PlateReport['outcome']): VerdictOutcome =>
  plateVerdict([plateReport({ outcome })])!.outcome
