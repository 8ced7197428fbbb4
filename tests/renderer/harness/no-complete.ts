import type { CompleteView } from '#shared/bridge/complete-report.ts'

/** Plate without a paid report. */
export const noComplete = (vrm: string): CompleteView => ({
  vrm,
  latest: null,
  previous: null,
  failed: null,
  request: null,
  price: 867,
  recentHours: 24,
  thisMonth: 4,
})
