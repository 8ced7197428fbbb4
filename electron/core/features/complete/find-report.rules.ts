import type { Report } from '#shared/api/report.ts'
import { appError, fail, type Result } from '#shared/bridge/result.ts'
import { normalisePlate } from '#shared/domain/plates/classify.ts'
import { uncertainText } from '#shared/text/verdict.ts'
import type { ServiceClient } from '../../api/service-client.ts'

/** Complete report of that plate with that id, which the user found at the operator's. */
export async function findReport(client: ServiceClient, id: string, vrm: string): Promise<Result<Report>> {
  const answer = await client.getReport(id, new AbortController().signal)
  if (!answer.ok) return answer
  const { type, vrm: found } = answer.value
  if (type !== 'complete' || normalisePlate(found) !== vrm)
    return fail(appError('rejected', { detail: uncertainText.foundOther(found, type) }))
  return answer
}
