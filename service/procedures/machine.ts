import type { IncidentLevel, ProcedureState } from '#shared/domain/vocabulary.ts'

/**
 * The moves of a procedure (service.md, "Procedure states"), and what we decided where it is silent. `null` is a
 * move that cannot be made from that state. The test status endpoint is none of these: it goes anywhere.
 */

/** `POST /v1/procedures/{id}/confirm`. */
export const afterConfirm = (state: ProcedureState): ProcedureState | null =>
  state === 'DRAFT' ? 'PENDING' : null

/** States in which the operator is at work, so that something can be found wrong. */
const OPEN: readonly ProcedureState[] = ['PENDING', 'IN_PROGRESS', 'ON_HOLD', 'BLOCKED']

/**
 * An incident is registered. The table has it from `PENDING`; the other states of an open procedure block in
 * the same way, and one that is blocked already stays so. Nothing is examined in a draft nor after the end.
 */
export const afterIncident = (state: ProcedureState): ProcedureState | null =>
  OPEN.includes(state) ? 'BLOCKED' : null

/** An incident is solved or removed. Only the last one takes the procedure back, and only if it is blocked. */
export const afterSolved = (state: ProcedureState, remaining: number): ProcedureState =>
  state === 'BLOCKED' && remaining === 0 ? 'PENDING' : state

/** The client cannot solve what waits for somebody else; the operator (the test endpoint) can. */
export const canClientSolve = (level: IncidentLevel): boolean => level !== 'hold'

/** Documents are taken until the procedure is over. */
export const takesDocuments = (state: ProcedureState): boolean => state === 'DRAFT' || OPEN.includes(state)

/** The client may change the data of a draft alone. */
export const isEditable = (state: ProcedureState): boolean => state === 'DRAFT'
