import { PACE_PATH, PACE_STEP_PATH, paceSchema, type PaceState } from '#shared/api/pace.ts'
import type { Environment } from '#shared/bridge/accounts.ts'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import type { Transport } from '../../api/transport.ts'

/** Pace of the demonstration, whose service goes on by itself. */
export interface PaceControl {
  get(): Promise<Result<PaceState>>
  set(change: { paused?: boolean | undefined; speed?: number | undefined }): Promise<Result<PaceState>>
  /** Makes the next thing happen now. It is fetched at once, and notified like any other change. */
  step(): Promise<Result<PaceState>>
}

export interface PaceDeps {
  environment: Environment
  transport: Pick<Transport, 'request'>
  /** Fetches what moved, if it is known here. */
  refresh: (id: string) => Promise<unknown>
}

/** `null` for any account: only the demonstration's own service has these addresses. */
export function createPaceControl({ environment, transport, refresh }: PaceDeps): PaceControl | null {
  if (environment !== 'demo') return null

  async function ask(
    method: 'GET' | 'PUT' | 'POST',
    path: string,
    body?: object,
  ): Promise<Result<PaceState>> {
    const answer = await transport.request({ method, path, ...(body && { body }) })
    if (!answer.ok) return answer
    const pace = paceSchema.safeParse(answer.value)
    return pace.success ? ok(pace.data) : fail(appError('bad-answer', { detail: pace.error.message }))
  }

  return {
    get: () => ask('GET', PACE_PATH),
    set: (change) => ask('PUT', PACE_PATH, change),
    async step() {
      const answer = await ask('POST', PACE_STEP_PATH, {})
      if (answer.ok && answer.value.moved != null) await refresh(answer.value.moved)
      return answer
    },
  }
}
