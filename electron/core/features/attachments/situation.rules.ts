import { procedureSchema, type Procedure } from '#shared/api/procedure.ts'
import { isProcedureOver } from '#shared/domain/procedures/procedure-over.ts'
import { incidentLevel } from '#shared/text/incidents.ts'
import type { AttachmentSeen } from './progress.rules.ts'

/** Fields of a procedure that matter to an attachment. */
export function situationOf(
  procedure: Procedure,
  incidentId: string | undefined,
  type: string | null,
): AttachmentSeen {
  return {
    documents: (procedure.documents ?? [])
      // A document of another type is not ours. One without a readable type may be.
      .filter((document) => type === null || document.type === undefined || document.type === type)
      .map(({ id }) => id),
    incident: incidentStateOf(procedure, incidentId),
    isBlocked: procedure.status === 'BLOCKED',
    isOver: isProcedureOver(procedure.status),
  }
}

/** State of an incident in the last fetched procedure; `over` if it is not listed. */
export function incidentStateOf(
  procedure: Procedure,
  incidentId: string | undefined,
): AttachmentSeen['incident'] {
  // A missing list proves nothing: the service decides.
  if (procedure.incidents === undefined) return 'open'
  const incident = procedure.incidents.find(({ id }) => id !== undefined && id === incidentId)
  if (!incident || incident.solved === true) return 'over'
  return incidentLevel(incident.level, incident.type) === 'hold' ? 'hold' : 'open'
}

export const knownProcedure = (body: Record<string, unknown>): Procedure | null =>
  procedureSchema.safeParse(body).data ?? null
