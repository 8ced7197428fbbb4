import type { Signature } from '#shared/api/signature.ts'
import { appError, fail, type Result } from '#shared/bridge/result.ts'
import type { SignatureRequestFields } from '#shared/bridge/signature-requests.ts'
import { resourceText } from '#shared/domain/resource-text.ts'
import { cleanTaxId } from '#shared/domain/tax-id.ts'
import { foundOtherText } from '#shared/text/signature-request-found.ts'
import type { ServiceClient } from '../../api/service-client.ts'
import { signatureDetails, signerNumbers } from './signature-details.rules.ts'
import type { CircuitBreaker } from '../../runtime/circuit-breaker.ts'

export interface FindSignatureDeps {
  client: Pick<ServiceClient, 'getSignature'>
  breaker: CircuitBreaker
}

/**
 * Finds a request that the user located at the operator's, by its id or its link; it must be for the same
 * signer.
 */
export async function findSignature(
  { client, breaker }: FindSignatureDeps,
  text: string,
  fields: Pick<SignatureRequestFields, 'idNumber'>,
): Promise<Result<Signature>> {
  const named = resourceText(text)
  if (!named?.kinds.includes('signature'))
    return fail(appError('invalid-request', { detail: 'not an id, a path or a link' }))
  const answer = breaker.report(
    `signature ${named.id}`,
    await client.getSignature(named.id, new AbortController().signal),
  )
  if (!answer.ok) return answer
  if (answer.value.id !== named.id)
    return fail(appError('bad-answer', { detail: 'the answer is about another one' }))
  const body = JSON.stringify(answer.value)
  const numbers = signerNumbers(body)
  // A record without a signer is for the user to judge.
  if (numbers.length === 0 || numbers.includes(cleanTaxId(fields.idNumber))) return answer
  return fail(appError('rejected', { detail: foundOtherText(signatureDetails(body).signer.fullname) }))
}
