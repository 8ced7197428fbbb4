import { testEndpoints } from '#shared/api/endpoints.ts'
import type { Simulation } from '#shared/bridge/service-documents.ts'
import type { Result } from '#shared/bridge/result.ts'
import type { Transport } from '../../api/transport.ts'

/**
 * Client of the operator's test endpoints. Separate from the service's: the composition makes one for
 * Demostración and for a development environment alone, so that Producción has no code path to them.
 */
export interface SimulatorClient {
  act(procedureId: string, simulation: Simulation, signal: AbortSignal): Promise<Result<unknown>>
}

export function createSimulatorClient(transport: Pick<Transport, 'request'>): SimulatorClient {
  return {
    act(id, simulation, signal) {
      const { method, path } = endpointOf(id, simulation)
      return transport.request({ method, path, body: bodyOf(simulation), alone: true, signal })
    },
  }
}

function bodyOf(simulation: Simulation): Record<string, string> {
  if (simulation.act === 'status') return { status: simulation.status }
  return simulation.act === 'solve' ? {} : { type: simulation.type }
}

function endpointOf(id: string, simulation: Simulation): { method: 'POST' | 'PUT'; path: string } {
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
