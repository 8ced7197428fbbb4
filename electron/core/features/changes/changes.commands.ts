import { ok, appError, fail, type Result } from '#shared/bridge/result.ts'
import type { CommandsOf } from '../../bridge/router.ts'
import type { HostPort } from '../../host.ts'
import type { AccountQuestions, Workspace } from '../../workspace-types.ts'
import { safeWebPage } from '#shared/domain/web-page.ts'
import type { ServiceClient } from '../../api/service-client.ts'
import type { ActiveProfile } from '../../accounts/active-profile.ts'

export interface ChangeCommandDeps extends AccountQuestions {
  host: Pick<HostPort, 'openExternal'>
  /** Workspace of the active account. It changes: never keep it. */
  workspace: () => Workspace
}

export function changeCommands({ host, workspace, ask }: ChangeCommandDeps): CommandsOf<'changes'> {
  return {
    'changes.add': ({ text }) => ask(({ tracking }) => tracking.changes.add(text)),
    'changes.get': ({ kind, id }) => ask(({ tracking }) => tracking.changes.get(kind, id)),
    'changes.refresh': ({ kind, id }) => ask(({ tracking }) => tracking.changes.refresh(kind, id)),
    'changes.look'({ kind, id }) {
      workspace().tracking.changes.look(kind, id)
      return ok({})
    },
    'changes.mute': ({ kind, id, muted }) => ask(({ tracking }) => tracking.changes.mute(kind, id, muted)),
    async 'changes.web-page'({ id }) {
      const page = await ask(({ client, active }) => webPage({ client, target: active.target }, id))
      if (!page.ok) return page
      return ok({ url: (await host.openExternal?.(page.value)) ? null : page.value })
    },
  }
}

interface WebPageDeps {
  client: Pick<ServiceClient, 'getProcedure'>
  target: ActiveProfile['target']
}

/** Longest time that the user waits for a page to open. */
const TIMEOUT_MS = 15_000

/**
 * Fresh link to a procedure's page at the service: it may carry a token, so it is neither stored nor logged.
 * It opens only at the account's own service.
 */
async function webPage({ client, target }: WebPageDeps, id: string): Promise<Result<string>> {
  const account = await target()
  if (!account.ok) return account
  const procedure = await client.getProcedure(id, AbortSignal.timeout(TIMEOUT_MS))
  if (!procedure.ok) return procedure
  const { webUrl } = procedure.value
  const url = webUrl === undefined ? null : safeWebPage(webUrl, account.value.baseUrl)
  return url === null ? fail(appError('bad-address')) : ok(url)
}
