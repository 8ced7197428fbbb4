import type { Environment } from '#shared/bridge/accounts.ts'
import type { Simulation } from '#shared/bridge/service-documents.ts'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import type { Transport } from '../../api/transport.ts'
import type { Audit } from '../audit/audit.ts'
import { createSimulatorClient, type SimulatorClient } from './simulator-client.ts'

/** What the operator's people would do to a procedure, done from here to be trained on and to be shown. */
export interface Simulator {
  readonly available: boolean
  act(procedureId: string, simulation: Simulation): Promise<Result<Record<string, never>>>
}

export interface SimulatorDeps {
  /** `null` in Producción: there is no client that could ask. */
  client: SimulatorClient | null
  audit: Pick<Audit, 'note'>
  /** Looks at the procedure at once: what was done is told like anything that the operator does. */
  refresh: (procedureId: string) => Promise<unknown>
}

/** The client of an environment, or `null`: whatever is not known to be for tests is taken for Producción. */
export const simulatorClientFor = (
  environment: Environment,
  transport: Pick<Transport, 'request'>,
): SimulatorClient | null =>
  environment === 'demo' || environment === 'development' ? createSimulatorClient(transport) : null

export function createSimulator({ client, audit, refresh }: SimulatorDeps): Simulator {
  return {
    available: client !== null,
    async act(procedureId, simulation) {
      if (client === null) return fail(appError('no-simulator'))
      const answer = await client.act(procedureId, simulation, new AbortController().signal)
      await audit.note({
        what: 'simulate',
        kind: simulation.act,
        identifier: procedureId,
        result: answer.ok ? 'ok' : 'failed',
      })
      // Also after a failure: what became of it may not be what was answered.
      await refresh(procedureId)
      return answer.ok ? ok({}) : answer
    },
  }
}
