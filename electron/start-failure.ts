import { startFailureText } from '#shared/text/hosts.ts'
import type { ProcessLog } from './core/runtime/log/process-log.ts'

/** User message for an error that prevents the start. The error itself goes to the log. */
export function explainStart(error: unknown, dataDir: string, log: ProcessLog | null): string {
  log?.error('start: it is not possible', error)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return startFailureText({ code, dataDir, logFile: log?.file.path ?? null })
}
