import type { AppError, Result } from '#shared/bridge/result.ts'
import type { ConnectionGate } from './connection.ts'

/** Nobody answered, or nobody that is the service. */
const UNHEARD: ReadonlySet<AppError['code']> = new Set([
  'unreachable',
  'timeout',
  'service-failed',
  'rate-limited',
  'service-stopped',
  'proxy-refused',
  'proxy-login',
  'unauthorized',
])

/** Notes for the whole account that somebody answered, or nobody. */
export function heard<R extends Result<unknown>>(gate: ConnectionGate, answer: R): R {
  if (answer.ok) gate.answered()
  else if (UNHEARD.has(answer.error.code)) gate.failed(answer.error)
  else if (answer.error.code === 'cancelled') gate.abandoned()
  else gate.answered()
  return answer
}
