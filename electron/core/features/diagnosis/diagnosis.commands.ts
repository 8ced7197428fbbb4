import { ok } from '#shared/bridge/result.ts'
import { supportReportText } from '#shared/text/diagnosis.ts'
import type { CommandsOf, TransfersOf } from '../../bridge/router.ts'
import type { PageError } from '#shared/bridge/diagnosis.ts'
import type { Supervisor } from '../../runtime/supervisor.ts'
import type { Workspace } from '../../workspace-types.ts'
import { listCrashDumps } from './crash-dumps.ts'
import { diagnose, type DiagnosisDeps } from './diagnosis.ts'
import { supportReport } from './support-report.ts'

export interface DiagnosisCommandDeps extends Omit<DiagnosisDeps, 'workspace'> {
  dataDir: string
  supervisor: Supervisor
  /** Workspace of the active account. It changes: never keep it. */
  workspace: () => Workspace
  /** Latest lines of the log. */
  readLog: (maxBytes: number) => Promise<string>
  /** An error of a page that nothing caught. */
  notePageError: (error: PageError) => void
}

/** Small enough to paste into a message. */
const MAX_COPIED_BYTES = 200_000
/** More than the log has. */
const ALL_BYTES = 50_000_000

export function diagnosisCommands(deps: DiagnosisCommandDeps): CommandsOf<'diagnosis'> {
  return {
    'diagnosis.run': async () => ok(await diagnose({ ...deps, workspace: deps.workspace() })),
    'diagnosis.log': async () => ok({ text: await deps.readLog(MAX_COPIED_BYTES) }),
    async 'diagnosis.dumps'() {
      const dumps = await listCrashDumps(deps.dataDir)
      return ok({ count: dumps.length, bytes: dumps.reduce((sum, { bytes }) => sum + bytes, 0) })
    },
    'diagnosis.page-error'(error) {
      deps.notePageError(error)
      return ok({})
    },
  }
}

export function diagnosisTransfers(deps: DiagnosisCommandDeps): TransfersOf<'diagnosis'> {
  const { dataDir, version, clock, supervisor, readLog } = deps
  return {
    'diagnosis.report': async ({ dumps }) =>
      ok({
        filename: supportReportText.filename,
        contentType: 'application/zip',
        bytes: supportReport({
          dataDir,
          version,
          now: clock.now(),
          log: await readLog(ALL_BYTES),
          troubles: supervisor.troubles,
          withDumps: dumps,
        }),
      }),
  }
}
