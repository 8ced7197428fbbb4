import { startFailureText } from '#shared/text/start-failure.ts'
import type { ProcessLog } from './core/runtime/log/process-log.ts'

/** What a person is told of an error that keeps the application from starting. The error itself goes to the log. */
export function explainStart(error: unknown, dataDir: string, log: ProcessLog | null): string {
  log?.error('start: it is not possible', error)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return startFailureText({ code, dataDir, logFile: log?.file.path ?? null })
}
