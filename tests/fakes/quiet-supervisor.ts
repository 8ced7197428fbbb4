import type { Supervisor } from '#electron/core/runtime/supervisor.ts'

/** For tests that are not about supervision. */
export const quietSupervisor: Supervisor = {
  troubles: [],
  watch: () => ({ report: () => undefined, reportWorking: () => undefined, end: () => undefined }),
  dismiss: () => undefined,
  stop: () => undefined,
}
