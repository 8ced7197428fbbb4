import { procedureSchema, type Incident, type Procedure } from '#shared/api/procedure.ts'
import { signatureSchema } from '#shared/api/signature.ts'
import type { Change } from '#shared/bridge/inbox.ts'
import { PLATE_ASSIGNED, type SourceEvent, parseServerTime, chooseShownTime } from './events.rules.ts'
import type { PolledKind } from './resource.rules.ts'

type Found = { event: string; status?: string; detail?: Change['detail']; when?: string | null | undefined }

/**
 * Differences between two fetches of the same resource. The state is always included: the timeline decides whether it
 * is new. Other differences need an earlier fetch, so a first fetch gives only the state.
 * @param before stored body of the previous fetch; `null` if there was none
 * @param after body of this fetch
 */
export function diffResources(
  kind: PolledKind,
  before: Record<string, unknown> | null,
  after: Record<string, unknown>,
  now: number,
): SourceEvent[] {
  const found = kind === 'procedure' ? diffProcedures(before, after) : readSignatureState(after)
  return found.map(({ event, status, detail = {}, when }) => {
    const serverAt = parseServerTime(when ?? undefined, now)
    return {
      event,
      ...(status !== undefined && { status }),
      detail,
      at: chooseShownTime(serverAt, now),
      seenAt: now,
      source: 'poll',
      serverAt,
      key: null,
    }
  })
}

function diffProcedures(before: Record<string, unknown> | null, after: Record<string, unknown>): Found[] {
  const now = parseProcedure(after)
  if (!now) return []
  const was = before === null ? undefined : parseProcedure(before)
  return [
    ...readProcedureState(now),
    ...(was
      ? [...findAssignedPlate(was, now), ...diffIncidents(was, now), ...findAddedDocuments(was, now)]
      : []),
  ]
}

const parseProcedure = (body: Record<string, unknown>): Procedure | undefined =>
  procedureSchema.safeParse(body).data

function readProcedureState({ status, statusDescription, type, updatedAt }: Procedure): Found[] {
  const detail = {
    ...(type !== undefined && { type }),
    ...(status === 'CANCELLED' && statusDescription !== undefined && { reason: statusDescription }),
  }
  return [{ event: 'procedure.status_changed', status, detail, when: updatedAt }]
}

/** Plate that was assigned. Only a registration is assigned one; a transfer has its plate from the start. */
function findAssignedPlate(before: Procedure, after: Procedure): Found[] {
  const vrm = after.vehicle?.vrm
  if (!vrm || before.vehicle?.vrm === vrm) return []
  return [{ event: PLATE_ASSIGNED, detail: { vrm }, when: after.updatedAt }]
}

function findAddedDocuments(before: Procedure, after: Procedure): Found[] {
  // A missing list says nothing about its entries.
  if (before.generatedDocuments === undefined || after.generatedDocuments === undefined) return []
  const known = new Set(before.generatedDocuments.map(({ id }) => id))
  return after.generatedDocuments
    .filter(({ id }) => !known.has(id))
    .map(({ id, type, name, createdAt }) => ({
      event: 'procedure.document.added',
      detail: {
        documentId: id,
        ...(type !== undefined && { documentType: type }),
        ...(name !== undefined && { documentName: name }),
      },
      when: createdAt,
    }))
}

function diffIncidents(was: Procedure, now: Procedure): Found[] {
  if (was.incidents === undefined || now.incidents === undefined) return []
  const before = new Map(was.incidents.map((one) => [getIncidentId(one), one]))
  const after = new Map(now.incidents.map((one) => [getIncidentId(one), one]))
  const changed: Found[] = []
  for (const [id, one] of after) {
    const earlier = before.get(id)
    const detail = buildIncidentDetail(id, one)
    if (!earlier) changed.push({ event: 'procedure.incident.added', detail, when: one.createdAt })
    if (one.solved === true && earlier?.solved !== true)
      changed.push({ event: 'procedure.incident.solved', detail, when: one.solvedAt })
  }
  for (const [id, one] of before) {
    if (!after.has(id))
      changed.push({
        event: 'procedure.incident.removed',
        detail: buildIncidentDetail(id, one),
        when: now.updatedAt,
      })
  }
  return changed
}

/**
 * Id of an incident. The specification shows no incident, so an incident without an id is identified by its content.
 */
const getIncidentId = ({ id, type, documentId }: Incident): string =>
  id ?? `${type ?? ''} ${documentId ?? ''}`

const buildIncidentDetail = (
  id: string,
  { type, level, description, documentId }: Incident,
): Change['detail'] => ({
  incidentId: id,
  ...(type !== undefined && { incidentType: type }),
  ...(level !== undefined && { level }),
  ...(description !== undefined && { description }),
  ...(typeof documentId === 'string' && { documentId }),
})

function readSignatureState(after: Record<string, unknown>): Found[] {
  const signature = signatureSchema.safeParse(after).data
  if (!signature) return []
  const { status, type, updatedAt } = signature
  const detail = type === undefined ? {} : { type }
  return [{ event: 'signature.status_changed', status, detail, when: updatedAt }]
}
