import { kindOfType } from '#shared/domain/procedures/kinds.ts'
import type { GeneratedDocumentType, IncidentLevel, ProcedureState } from '#shared/domain/vocabulary.ts'
import { SERVICE_KINDS } from './kinds.ts'

/**
 * Transitions of a procedure. docs/service.md has our decisions where the specification is silent. `null` is a
 * transition that the state forbids. The status endpoint of tests ignores these rules.
 */

/** `POST /v1/procedures/{id}/confirm`. */
export const afterConfirm = (state: ProcedureState): ProcedureState | null =>
  state === 'DRAFT' ? 'PENDING' : null

/** States in which the operator works and may find an incident. */
const OPEN: readonly ProcedureState[] = ['PENDING', 'IN_PROGRESS', 'ON_HOLD', 'BLOCKED']

/**
 * State after an incident. The specification blocks a `PENDING` procedure. The other open states block in the same
 * way. A draft or an ended procedure takes no incident.
 */
export const afterIncident = (state: ProcedureState): ProcedureState | null =>
  OPEN.includes(state) ? 'BLOCKED' : null

/** State after an incident was solved or removed. Only the last open incident moves a `BLOCKED` procedure. */
export const afterSolved = (state: ProcedureState, remaining: number): ProcedureState =>
  state === 'BLOCKED' && remaining === 0 ? 'PENDING' : state

/**
 * False for incidents that wait for a third party. The operator, through the test endpoint, can solve any incident.
 */
export const canClientSolve = (level: IncidentLevel): boolean => level !== 'hold'

/** Documents are accepted until the procedure is over. */
export const acceptsDocuments = (state: ProcedureState): boolean => state === 'DRAFT' || OPEN.includes(state)

/** The client may change the data of a draft only. */
export const isEditable = (state: ProcedureState): boolean => state === 'DRAFT'

/** Fields of a procedure that decide its generated documents. */
export interface ProcedureKind {
  readonly type: string
  readonly vin: string | null
}

/**
 * Lists all documents that a procedure has in a state. `DONE` has the provisional documents and the taxes.
 * `DELIVERED_TO_CLIENT` adds the final certificates.
 */
export function listGeneratedDocuments(
  state: ProcedureState,
  kind: ProcedureKind,
): readonly GeneratedDocumentType[] {
  const { done, delivered } = SERVICE_KINDS[kindOfType(kind.type) ?? 'notification']
  if (state === 'DONE') return done(kind.vin)
  return state === 'DELIVERED_TO_CLIENT' ? [...done(kind.vin), ...delivered] : []
}
