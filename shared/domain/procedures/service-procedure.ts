/** States in which a procedure accepts no more documents. */
const PROCEDURE_OVER: ReadonlySet<string> = new Set(['DONE', 'CANCELLED', 'DELIVERED_TO_CLIENT'])

export const isProcedureOver = (status: string | undefined): boolean =>
  status !== undefined && PROCEDURE_OVER.has(status)

/** Open states in which the operator or a third party has the procedure, and the office has done its part. */
export const HANDED_IN_STATES = ['PENDING', 'IN_PROGRESS', 'ON_HOLD'] as const

export const isHandedIn = (status: string | undefined): boolean =>
  HANDED_IN_STATES.some((state) => state === status)
