import * as z from 'zod'
import { type DraftKind, PROCEDURE_KINDS } from '../domain/procedures/kinds.ts'

/** Path of the creation of a kind: a POST. Empty while the path is unknown. A PATCH of a draft adds its id. */
export function creationPath(kind: DraftKind, assumed: { notificationPath: string }): string {
  const { path } = PROCEDURE_KINDS[kind]
  return path === 'notificationPath' ? assumed[path] : path
}

/** Every other path of the service that this product calls. */
export const endpoints = {
  createReducedReport: { method: 'POST', path: () => '/v1/reports/reduced' },
  createCompleteReport: { method: 'POST', path: () => '/v1/reports/complete' },
  getReport: { method: 'GET', path: (id: string) => `/v1/reports/${encodeURIComponent(id)}` },
  getProcedure: { method: 'GET', path: (id: string) => `/v1/procedures/${encodeURIComponent(id)}` },
  confirmProcedure: {
    method: 'POST',
    path: (id: string) => `/v1/procedures/${encodeURIComponent(id)}/confirm`,
  },
  addDocument: {
    method: 'POST',
    path: (id: string) => `/v1/procedures/${encodeURIComponent(id)}/documents`,
  },
  solveIncident: {
    method: 'POST',
    path: (id: string, incidentId: string) =>
      `/v1/procedures/${encodeURIComponent(id)}/incidents/${encodeURIComponent(incidentId)}/solve`,
  },
  createSignature: {
    method: 'POST',
    path: (document: string) => `/v1/signatures/${encodeURIComponent(document)}`,
  },
  getSignature: { method: 'GET', path: (id: string) => `/v1/signatures/${encodeURIComponent(id)}` },
} as const satisfies Record<string, { method: 'GET' | 'POST' | 'PATCH'; path: (...ids: string[]) => string }>

/** Endpoints that only the operator's development environment has. */
export const testEndpoints = {
  setStatus: { method: 'PUT', path: (id: string) => `/v1/test/procedures/${encodeURIComponent(id)}/status` },
  addDocument: {
    method: 'POST',
    path: (id: string) => `/v1/test/procedures/${encodeURIComponent(id)}/documents`,
  },
  addIncident: {
    method: 'POST',
    path: (id: string) => `/v1/test/procedures/${encodeURIComponent(id)}/incidents`,
  },
  addDocumentIncident: {
    method: 'POST',
    path: (id: string, documentId: string) =>
      `/v1/test/procedures/${encodeURIComponent(id)}/documents/${encodeURIComponent(documentId)}/incidents`,
  },
  solveIncident: {
    method: 'POST',
    path: (id: string, incidentId: string) =>
      `/v1/test/procedures/${encodeURIComponent(id)}/incidents/${encodeURIComponent(incidentId)}/solve`,
  },
} as const satisfies Record<string, { method: 'POST' | 'PUT'; path: (...ids: string[]) => string }>

/** The only error body that the specification gives. */
export const UNAUTHORIZED_BODY = { statusCode: 401, message: 'Unauthorized' } as const

/**
 * Every other error body, in our service's format. The specification does not show one, so the client reads it
 * tolerantly.
 */
export const errorBodySchema = z.object({
  statusCode: z.number().optional().catch(undefined),
  message: z.string().optional().catch(undefined),
  error: z.string().optional().catch(undefined),
  details: z
    .array(z.object({ field: z.string(), message: z.string() }))
    .optional()
    .catch(undefined),
})
