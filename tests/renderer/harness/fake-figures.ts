import type { CommandArgs, CommandName, CommandResult } from '#shared/bridge/contract.ts'
import type { Result } from '#shared/bridge/result.ts'
import type { FakeBridge } from './fake-bridge.ts'

/** Numbers of *Cifras*, for whatever is asked. */
export interface FigureScene {
  choices?: CommandResult<'figures.choices'>
  procedures?: (scope: CommandArgs<'figures.procedures'>) => CommandResult<'figures.procedures'>
  states?: (scope: CommandArgs<'figures.states'>) => CommandResult<'figures.states'>
  incidents?: CommandResult<'figures.incidents'>
  verdicts?: (scope: CommandArgs<'figures.verdicts'>) => CommandResult<'figures.verdicts'>
  spending?: (scope: CommandArgs<'figures.spending'>) => CommandResult<'figures.spending'>
}

/** Answers of Cifras; nothing has happened where a scene says nothing. `null`: another command. */
export function answerFigures(
  { scene: { figures = {} } }: FakeBridge,
  name: CommandName,
  args: never,
): Result<unknown> | null {
  const ok = (value: unknown): Result<unknown> => ({ ok: true, value })
  switch (name) {
    case 'figures.choices':
      return ok(figures.choices ?? { clients: [], labels: [] })
    case 'figures.procedures':
      return ok(figures.procedures?.(args) ?? { rows: [] })
    case 'figures.states':
      return ok(figures.states?.(args) ?? { rows: [], unknown: 0, knownFrom: null })
    case 'figures.incidents':
      return ok(figures.incidents ?? { rows: [] })
    case 'figures.verdicts':
      return ok(figures.verdicts?.(args) ?? { rows: [] })
    case 'figures.spending':
      return ok(figures.spending?.(args) ?? { rows: [], price: 867 })
    default:
      return null
  }
}
