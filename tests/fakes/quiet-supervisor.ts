import type { Supervisor } from '#electron/core/runtime/supervisor.ts'

/** For parts whose supervision is not what a test is about. */
export const quietSupervisor: Supervisor = {
  troubles: [],
  watch: () => ({ report: () => undefined, well: () => undefined, end: () => undefined }),
  dismiss: () => undefined,
  stop: () => undefined,
}
