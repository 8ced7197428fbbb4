import { ok } from '#shared/bridge/result.ts'
import type { CommandsOf } from '../../bridge/router.ts'
import type { AccountQuestions } from '../../workspace-types.ts'

export function simulatorCommands({ ask }: AccountQuestions): CommandsOf<'simulator'> {
  return {
    'simulator.abilities': () => ask(async ({ simulator }) => ok({ available: simulator.available })),
    'simulator.act': ({ procedureId, simulation }) =>
      ask(({ simulator }) => simulator.act(procedureId, simulation)),
  }
}
