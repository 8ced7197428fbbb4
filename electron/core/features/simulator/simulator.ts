import { testEndpoints } from '#shared/api/endpoints.ts'
import { PACE_PATH, PACE_STEP_PATH, paceSchema, type PaceState } from '#shared/api/development.ts'
import type { Environment } from '#shared/bridge/accounts.ts'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import type { Simulation } from '#shared/bridge/service-documents.ts'
import type { Transport } from '../../api/transport.ts'
import type { CommandsOf } from '../../bridge/router.ts'
import type { AccountQuestions, Workspace } from '../../workspace-types.ts'
import type { Audit } from '../audit/audit.ts'

/** Pace of the demonstration. Its service continues by itself. */
export interface PaceControl {
  get(): Promise<Result<PaceState>>
  set(change: { paused?: boolean | undefined; speed?: number | undefined }): Promise<Result<PaceState>>
  /** Triggers the next event now. Its resource is fetched at once, and the change is notified as usual. */
  step(): Promise<Result<PaceState>>
}

export interface PaceDeps {
  environment: Environment
  transport: Pick<Transport, 'request'>
  /** Fetches the resource that changed, if it is known here. */
  refresh: (id: string) => Promise<unknown>
}

/** `null` except in the demonstration, because only its own service has these addresses. */
export function createPaceControl({ environment, transport, refresh }: PaceDeps): PaceControl | null {
  if (environment !== 'demo') return null

  async function callSimulator(
    method: 'GET' | 'PUT' | 'POST',
    path: string,
    body?: object,
  ): Promise<Result<PaceState>> {
    const answer = await transport.request({ method, path, ...(body && { body }) })
    if (!answer.ok) return answer
    const pace = paceSchema.safeParse(answer.value)
    return pace.success ? ok(pace.data) : fail(appError('bad-answer', { detail: pace.error.message }))
  }

  return {
    get: () => callSimulator('GET', PACE_PATH),
    set: (change) => callSimulator('PUT', PACE_PATH, change),
    async step() {
      const answer = await callSimulator('POST', PACE_STEP_PATH, {})
      if (answer.ok && answer.value.moved != null) await refresh(answer.value.moved)
      return answer
    },
  }
}

/** Simulates the operator's actions on a procedure, for training and demonstrations. */
export interface Simulator {
  readonly available: boolean
  act(procedureId: string, simulation: Simulation): Promise<Result<Record<string, never>>>
}

export interface SimulatorDeps {
  /** `null` in Producción, which has no client. */
  client: SimulatorClient | null
  audit: Pick<Audit, 'record'>
  /** Fetches the procedure at once. The change is notified like any change of the operator. */
  refresh: (procedureId: string) => Promise<unknown>
}

/** Client of an environment. `null` if the environment is not known to be for tests: it then counts as Producción. */
export const createSimulatorClientFor = (
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
      await audit.record({
        what: 'simulate',
        kind: simulation.act,
        identifier: procedureId,
        result: answer.ok ? 'ok' : 'failed',
      })
      // Fetch even after a failure, because the outcome may differ from the answer.
      await refresh(procedureId)
      return answer.ok ? ok({}) : answer
    },
  }
}

/**
 * Client of the operator's test endpoints. It is separate from the client of the service. It exists only for the
 * demonstration and development accounts, so production has no code path to it.
 */
interface SimulatorClient {
  act(procedureId: string, simulation: Simulation, signal: AbortSignal): Promise<Result<unknown>>
}

function createSimulatorClient(transport: Pick<Transport, 'request'>): SimulatorClient {
  return {
    act(id, simulation, signal) {
      const { method, path } = getEndpoint(id, simulation)
      return transport.request({ method, path, body: buildBody(simulation), alone: true, signal })
    },
  }
}

function buildBody(simulation: Simulation): Record<string, string> {
  if (simulation.act === 'status') return { status: simulation.status }
  return simulation.act === 'solve' ? {} : { type: simulation.type }
}

function getEndpoint(id: string, simulation: Simulation): { method: 'POST' | 'PUT'; path: string } {
  switch (simulation.act) {
    case 'status':
      return { method: testEndpoints.setStatus.method, path: testEndpoints.setStatus.path(id) }
    case 'document':
      return { method: testEndpoints.addDocument.method, path: testEndpoints.addDocument.path(id) }
    case 'incident': {
      const { documentId } = simulation
      return documentId === undefined
        ? { method: testEndpoints.addIncident.method, path: testEndpoints.addIncident.path(id) }
        : {
            method: testEndpoints.addDocumentIncident.method,
            path: testEndpoints.addDocumentIncident.path(id, documentId),
          }
    }
    case 'solve':
      return {
        method: testEndpoints.solveIncident.method,
        path: testEndpoints.solveIncident.path(id, simulation.incidentId),
      }
  }
}

export interface SimulatorCommandDeps extends AccountQuestions {
  workspace: () => Pick<Workspace, 'secondPc'>
}

export function createSimulatorCommands({ ask, workspace }: SimulatorCommandDeps): CommandsOf<'simulator'> {
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
    // Not a question: another account may be opened while the second PC starts.
    'simulator.open-pc': async () => (await workspace().secondPc?.open()) ?? fail(appError('no-simulator')),
  }
}
