import type { Environment } from '#shared/bridge/accounts.ts'
import type { Simulation } from '#shared/bridge/service-documents.ts'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import type { Transport } from '../../api/transport.ts'
import type { Audit } from '../audit/audit.ts'
import { createSimulatorClient, type SimulatorClient } from './simulator-client.ts'

/** Simulates the operator's actions on a procedure, for training and demonstrations. */
export interface Simulator {
  readonly available: boolean
  act(procedureId: string, simulation: Simulation): Promise<Result<Record<string, never>>>
}

export interface SimulatorDeps {
  /** `null` in Producción, which has no client. */
  client: SimulatorClient | null
  audit: Pick<Audit, 'note'>
  /** Fetches the procedure at once: the change is notified like any of the operator's. */
  refresh: (procedureId: string) => Promise<unknown>
}

/** Client of an environment, or `null`: one not known to be for tests counts as Producción. */
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
      // Also after a failure: the outcome may differ from the answer.
      await refresh(procedureId)
      return answer.ok ? ok({}) : answer
    },
  }
}
