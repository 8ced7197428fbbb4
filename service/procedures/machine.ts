import type { IncidentLevel, ProcedureState } from '#shared/domain/vocabulary.ts'

/**
 * Transitions of a procedure: those of the specification, and our decisions where it is silent (docs/service.md).
 * `null` is a transition that the state forbids. The test status endpoint uses none of these: it goes to any state.
 */

/** `POST /v1/procedures/{id}/confirm`. */
export const afterConfirm = (state: ProcedureState): ProcedureState | null =>
  state === 'DRAFT' ? 'PENDING' : null

/** States in which the operator is at work and may find an incident. */
const OPEN: readonly ProcedureState[] = ['PENDING', 'IN_PROGRESS', 'ON_HOLD', 'BLOCKED']

/**
 * Registers an incident. The table has it from `PENDING`; the other open states block in the same way, and a
 * blocked one stays so. No incident in a draft nor after the end.
 */
export const afterIncident = (state: ProcedureState): ProcedureState | null =>
  OPEN.includes(state) ? 'BLOCKED' : null

/** Solves or removes an incident. Only the last one moves the procedure back, and only from `BLOCKED`. */
export const afterSolved = (state: ProcedureState, remaining: number): ProcedureState =>
  state === 'BLOCKED' && remaining === 0 ? 'PENDING' : state

/** False for incidents that wait for a third party; the operator (the test endpoint) can solve those. */
export const canClientSolve = (level: IncidentLevel): boolean => level !== 'hold'

/** Documents are accepted until the procedure is over. */
export const takesDocuments = (state: ProcedureState): boolean => state === 'DRAFT' || OPEN.includes(state)

/** The client may change the data of a draft only. */
export const isEditable = (state: ProcedureState): boolean => state === 'DRAFT'
