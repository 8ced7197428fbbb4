import type { AppError, Result } from '#shared/bridge/result.ts'
import { NOTHING_SENT } from '../api/failures.ts'

/**
 * Evidence of one answer about the service. `answered`: it works, whatever the answer; `resource`: this
 * resource failed, which proves nothing about others; `unreached`: no request arrives; `cut`: the connection
 * was cut, by the network or because of this very request; `limited`: it asks every client to wait;
 * `unauthorized`: the key was refused; `none`: the request was cancelled, or there is no
 * account to make it with.
 */
export type Outcome = 'answered' | 'resource' | 'unreached' | 'cut' | 'limited' | 'unauthorized' | 'none'

const ANSWERED: ReadonlySet<AppError['code']> = new Set(['not-found', 'rejected'])
const RESOURCE: ReadonlySet<AppError['code']> = new Set([
  'timeout',
  'service-failed',
  'bad-answer',
  'wrong-plate',
  'wrong-service',
  'answer-too-large',
  'answer-too-deep',
  'redirect-refused',
])

export function outcomeOf(answer: Result<unknown>): Outcome {
  if (answer.ok) return 'answered'
  const { code, detail } = answer.error
  if (ANSWERED.has(code)) return 'answered'
  if (detail !== undefined && NOTHING_SENT.has(detail)) return 'unreached'
  if (RESOURCE.has(code)) return 'resource'
  if (code === 'cancelled' || code === 'no-account') return 'none'
  if (code === 'unauthorized') return 'unauthorized'
  if (code === 'rate-limited') return 'limited'
  return code === 'unreachable' && detail !== undefined ? 'cut' : 'unreached'
}
