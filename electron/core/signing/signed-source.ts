import type { Signature } from '#shared/api/signature.ts'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import { HEAD_BYTES } from '#shared/domain/procedures/file-kind.ts'
import type { ServiceClient } from '../api/service-client.ts'
import { documentSaid } from '../db/signature-rows.ts'
import { isWholePaper, paperKindOf } from '../papers/paper-kind.ts'
import type { ConnectionGate } from '../sync/connection.ts'
import { heard } from '../sync/heard.ts'
import type { RateLimiter } from '../sync/rate-limiter.ts'

/** The signed documents of the service, by links that are asked for just now and neither stored nor logged. */
export interface SignedSource {
  /** By document. `not-found` when the service does not know the request any more. */
  links(signatureId: string, signal: AbortSignal): Promise<Result<ReadonlyMap<string, string>>>
  /** Its bytes, and only if they are a PDF. */
  take(link: string, signal: AbortSignal): Promise<Result<Uint8Array>>
}

export interface SignedSourceDeps {
  client: Pick<ServiceClient, 'getSignature' | 'downloadOwn'>
  gate: ConnectionGate
  limiter: RateLimiter
  /** A person waits for it: it is tried at once, also while the service is down. */
  urgent: boolean
}

export function createSignedSource({ client, gate, limiter, urgent }: SignedSourceDeps): SignedSource {
  return {
    async links(id, signal) {
      await gate.enter(signal, urgent)
      await limiter.slot(signal)
      if (signal.aborted) {
        gate.abandoned()
        return fail(appError('cancelled'))
      }
      const answer = heard(gate, await client.getSignature(id, signal))
      if (!answer.ok) return answer
      if (answer.value.id !== id)
        return fail(appError('bad-answer', { detail: 'the answer is about another one' }))
      return ok(linksOf(answer.value))
    },

    async take(link, signal) {
      await limiter.slot(signal)
      if (signal.aborted) return fail(appError('cancelled'))
      const bytes = await client.downloadOwn(link, signal)
      if (!bytes.ok) return bytes.error.code === 'not-found' ? fail(appError('paper-gone')) : bytes
      const kind = paperKindOf(bytes.value.subarray(0, HEAD_BYTES))
      return kind === 'pdf' && isWholePaper(kind, bytes.value) ? bytes : fail(appError('not-a-pdf'))
    },
  }
}

const linksOf = ({ documents = [] }: Signature): ReadonlyMap<string, string> =>
  new Map(
    documents.flatMap((document, index) => {
      const { documentId } = documentSaid(document, index)
      const { signedDocumentUrl: url } = document
      return url === undefined ? [] : [[documentId, url] as const]
    }),
  )
