import type { Signature } from '#shared/api/signature.ts'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import { HEAD_BYTES } from '#shared/domain/procedures/file-kind.ts'
import type { ServiceClient } from '../../api/service-client.ts'
import { documentDetails } from './signature-details.rules.ts'
import {
  isWholeServiceDocument,
  serviceDocumentKindOf,
} from '../service-documents/service-document-kind.rules.ts'
import { admit, type Admission } from '../../runtime/admission.ts'

/** Signed documents of the service, by fresh links that are neither stored nor logged. */
export interface SignedSource {
  /** Links by document. `not-found` when the service no longer knows the request. */
  links(signatureId: string, signal: AbortSignal): Promise<Result<ReadonlyMap<string, string>>>
  /** Bytes of a link, only if they are a PDF. */
  take(link: string, signal: AbortSignal): Promise<Result<Uint8Array>>
}

export interface SignedSourceDeps extends Admission {
  client: Pick<ServiceClient, 'getSignature' | 'downloadOwn'>
  /** The user waits for it: it is tried at once, also while the service is down. */
  urgent: boolean
}

export function createSignedSource(deps: SignedSourceDeps): SignedSource {
  const { client, urgent } = deps
  const lane = urgent ? 'interactive' : 'background'
  return {
    async links(id, signal) {
      const resource = `signature ${id}`
      // In the background no slot waits for a retry: other documents are wanted.
      const postponed = urgent ? null : deps.breaker.backoff(resource)
      if (postponed) return fail(postponed.error)
      const permit = await admit(deps, resource, { signal, urgent, lane })
      if (!permit) return fail(appError('cancelled'))
      const answer = permit.settle(await client.getSignature(id, signal))
      if (!answer.ok) return answer
      if (answer.value.id !== id)
        return fail(appError('bad-answer', { detail: 'the answer is about another one' }))
      return ok(linksOf(answer.value))
    },

    async take(link, signal) {
      await (urgent ? deps.limiter : deps.background).slot(signal, urgent ? 'urgent' : 'scheduled')
      if (signal.aborted) return fail(appError('cancelled'))
      const bytes = await client.downloadOwn(link, signal)
      if (!bytes.ok) return bytes.error.code === 'not-found' ? fail(appError('paper-gone')) : bytes
      const kind = serviceDocumentKindOf(bytes.value.subarray(0, HEAD_BYTES))
      return kind === 'pdf' && isWholeServiceDocument(kind, bytes.value) ? bytes : fail(appError('not-a-pdf'))
    },
  }
}

const linksOf = ({ documents = [] }: Signature): ReadonlyMap<string, string> =>
  new Map(
    documents.flatMap((document, index) => {
      const { documentId } = documentDetails(document, index)
      const { signedDocumentUrl: url } = document
      return url === undefined ? [] : [[documentId, url] as const]
    }),
  )
