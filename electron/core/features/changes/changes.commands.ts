import { ok } from '#shared/bridge/result.ts'
import type { CommandsOf } from '../../bridge/router.ts'
import type { HostPort } from '../../host.ts'
import type { AccountQuestions, Workspace } from '../../workspace-types.ts'
import { webPage } from './web-page.ts'

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
