import { ok } from '#shared/bridge/result.ts'
import type { CommandHandlers, TransferHandlers } from '../bridge/router.ts'
import type { Workspace } from '../workspace-types.ts'

export interface HandlerDeps {
  /** A question of the account on screen, which is not changed while it is being answered. */
  ask: <T>(run: (workspace: Workspace) => Promise<T>) => Promise<T>
}

type Handlers = Pick<
  CommandHandlers,
  Extract<keyof CommandHandlers, `papers.${string}` | `supplies.${string}` | `simulator.${string}`>
>
type Transfers = Pick<
  TransferHandlers,
  Extract<keyof TransferHandlers, `papers.${string}` | `supplies.${string}` | `simulator.${string}`>
>

export function paperHandlers({ ask }: HandlerDeps): Handlers {
  return {
    'papers.list': ({ procedureId }) => ask(({ papers }) => papers.list(procedureId)),
    'papers.keep': ({ procedureId }) => ask(({ papers }) => papers.keep(procedureId)),
    'papers.drop': ({ procedureId }) => ask(({ papers }) => papers.drop(procedureId)),
    'papers.usage': () => ask(({ papers }) => papers.usage()),
    'papers.name-preview': ({ template }) => ask(async ({ papers }) => papers.namePreview(template)),
    'supplies.list': ({ procedureId }) => ask(({ supplies }) => supplies.list(procedureId)),
    'supplies.solve': ({ procedureId, incidentId }) =>
      ask(({ supplies }) => supplies.solve(procedureId, incidentId)),
    'supplies.check': ({ id }) => ask(({ supplies }) => supplies.check(id)),
    'supplies.again': ({ id }) => ask(({ supplies }) => supplies.again(id)),
    'supplies.cancel': ({ id }) => ask(({ supplies }) => supplies.cancel(id)),
    'supplies.drop': ({ id }) => ask(({ supplies }) => supplies.drop(id)),
    'simulator.abilities': () => ask(async ({ simulator }) => ok({ available: simulator.available })),
    'simulator.act': ({ procedureId, simulation }) =>
      ask(({ simulator }) => simulator.act(procedureId, simulation)),
  }
}

/** A transfer may last: the account is not kept from being changed meanwhile, and then the transfer fails. */
export function paperTransferHandlers(workspace: () => Workspace): Transfers {
  return {
    'papers.open': ({ procedureId, documentId }, signal) =>
      workspace().papers.open(procedureId, documentId, signal),
    'papers.zip': ({ selection, which }, signal) => workspace().papers.zip(selection, which, signal),
    'supplies.add': (file, body, signal) => workspace().supplies.add(file, body, signal),
  }
}
