import type { PaceState } from '#shared/api/pace.ts'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import type { CommandsOf } from '../../bridge/router.ts'
import type { AccountQuestions } from '../../workspace-types.ts'
import type { PaceControl } from './pace.ts'

export function simulatorCommands({ ask }: AccountQuestions): CommandsOf<'simulator'> {
  const withPace = (run: (pace: PaceControl) => Promise<Result<PaceState>>) =>
    ask(async ({ pace }) => (pace ? run(pace) : fail(appError('no-simulator'))))
  return {
    'simulator.abilities': () =>
      ask(async ({ simulator, pace }) => ok({ available: simulator.available, pace: pace !== null })),
    'simulator.act': ({ procedureId, simulation }) =>
      ask(({ simulator }) => simulator.act(procedureId, simulation)),
    'simulator.pace': () => withPace((pace) => pace.get()),
    'simulator.set-pace': (change) => withPace((pace) => pace.set(change)),
    'simulator.step': () => withPace((pace) => pace.step()),
  }
}
