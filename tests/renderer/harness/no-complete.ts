import type { CompleteView } from '#shared/bridge/complete-report.ts'

/** A plate that nobody has paid a report of. */
export const noComplete = (vrm: string): CompleteView => ({
  vrm,
  latest: null,
  failed: null,
  request: null,
  price: 867,
  recentHours: 24,
  thisMonth: 4,
})
