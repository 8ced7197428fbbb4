import { procedureSchema, type Incident, type Procedure } from '#shared/api/procedure.ts'
import { incidentLabels } from '#shared/text/labels-incidents.ts'
import { entryOf } from '#shared/text/labels.ts'
import type { AttachmentSeen } from './progress.rules.ts'

/** What of a procedure matters to what is given for it. */
export function situationOf(
  procedure: Procedure,
  incidentId: string | undefined,
  type: string | null,
): AttachmentSeen {
  return {
    documents: (procedure.documents ?? [])
      // Of another type it is somebody else's. One whose type cannot be read may be ours.
      .filter((document) => type === null || document.type === undefined || document.type === type)
      .map(({ id }) => id),
    incident: incidentStateOf(procedure, incidentId),
    isBlocked: procedure.status === 'BLOCKED',
  }
}

/** Of a procedure as it was last seen; `over` for what is not among its incidents. */
export function incidentStateOf(
  procedure: Procedure,
  incidentId: string | undefined,
): AttachmentSeen['incident'] {
  // A list that is missing says nothing: the service decides.
  if (procedure.incidents === undefined) return 'open'
  const incident = procedure.incidents.find(({ id }) => id !== undefined && id === incidentId)
  if (!incident || incident.solved === true) return 'over'
  return levelOf(incident) === 'hold' ? 'hold' : 'open'
}

export const knownProcedure = (body: Record<string, unknown>): Procedure | null =>
  procedureSchema.safeParse(body).data ?? null

/** As the service says it, or as we know that type of incident. */
const levelOf = ({ level, type }: Incident): string | undefined =>
  level ?? entryOf(incidentLabels, type ?? '')?.level
