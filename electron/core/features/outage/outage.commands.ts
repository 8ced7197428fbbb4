import { ok } from '#shared/bridge/result.ts'
import { attemptsCsvText } from '#shared/text/notifications.ts'
import type { CommandsOf, TransfersOf } from '../../bridge/router.ts'
import { CSV_TYPE } from '../../runtime/csv.ts'
import type { AccountQuestions, Workspace } from '../../workspace-types.ts'
import { attemptsCsv } from './attempts-csv.ts'

export interface OutageCommandDeps extends AccountQuestions {
  /** Workspace of the active account. It changes: never keep it. */
  workspace: () => Workspace
}

export function outageCommands({ workspace, ask }: OutageCommandDeps): CommandsOf<'outage'> {
  return {
    'outage.dismiss'() {
      workspace().outage.dismiss()
      return ok({})
    },
    'outage.attempts': () => ask(async ({ store }) => ok(await store.call('attemptSummary'))),
  }
}

export function outageTransfers(workspace: () => Workspace): TransfersOf<'outage'> {
  return {
    'outage.record': async (_args, signal) => {
      const { call } = workspace().store
      return ok({
        filename: attemptsCsvText.filename,
        contentType: CSV_TYPE,
        bytes: attemptsCsv((after, limit) => call('attempts', after, limit), signal),
      })
    },
  }
}
