/** States in which a procedure takes no more documents. */
export const PROCEDURE_OVER: ReadonlySet<string> = new Set(['DONE', 'CANCELLED', 'DELIVERED_TO_CLIENT'])

export const isProcedureOver = (status: string | undefined): boolean =>
  status !== undefined && PROCEDURE_OVER.has(status)
