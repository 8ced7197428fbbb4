import { randomUUID } from 'node:crypto'
import type { Procedure } from '#shared/api/procedure.ts'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import { UNKNOWN_TYPE } from '#shared/domain/procedures/document-type.ts'
import { emptyForm, FIELD_LENGTHS } from '#shared/domain/procedures/fields.ts'
import type { ServiceClient } from '../../api/service-client.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { StoreCall } from '../../store/client.ts'
import { created, newSubmission } from './submission.rules.ts'

/**
 * Imports a registration's draft from the service, with its documents there. The service returns every field
 * but the e-mail address.
 * @returns id of the draft on this PC
 */
export async function adopt(
  { call, client, clock }: { call: StoreCall; client: ServiceClient; clock: Clock },
  procedureId: string,
): Promise<Result<string>> {
  const answer = await client.getProcedure(procedureId, new AbortController().signal)
  if (!answer.ok) return answer
  const { status, type, id: remoteId, vehicle, documents = [] } = answer.value
  if (remoteId !== procedureId) return fail(appError('bad-answer'))
  if (status !== 'DRAFT' || type !== 'VEHICLE_REGISTRATION')
    return fail(appError('not-a-draft', { detail: status }))
  const { fields, accepted } = emptyForm()
  const vin = (vehicle?.vin ?? '').slice(0, FIELD_LENGTHS.vin)
  const id = randomUUID()
  const known = documents.map((document) => document.id)
  // Data counted as unsent: what this PC sends may differ from the service's.
  const submission = created(newSubmission(), procedureId, '', known)
  const form = { fields: { ...fields, vin }, accepted }
  const now = clock.now()
  await call(
    'adoptDraft',
    id,
    form,
    submission,
    documents.map((document) => asDocument(id, document)),
    now,
  )
  return ok(id)
}

const asDocument = (
  draftId: string,
  { id, type, name, mimeType }: NonNullable<Procedure['documents']>[number],
) => ({
  id: randomUUID(),
  draftId,
  source: 'service' as const,
  name: name ?? '',
  type: type ?? UNKNOWN_TYPE,
  guessed: false,
  reason: null,
  reading: null,
  mime: mimeType ?? null,
  size: null,
  sha256: null,
  url: null,
  key: null,
  remoteId: id,
})
