import { createHash } from 'node:crypto'
import type { Procedure } from '#shared/api/procedure.ts'
import { appError, fail, ok, type AppError, type Result } from '#shared/bridge/result.ts'
import { HEAD_BYTES } from '#shared/domain/procedures/file-kind.ts'
import type { ServiceClient } from '../../api/service-client.ts'
import { admit, type Admission } from '../../runtime/admission.ts'
import {
  isWholeServiceDocument,
  serviceDocumentKindOf,
  type ServiceDocumentKind,
} from './service-document-kind.rules.ts'

/** A downloaded document with its detected kind. */
export interface BroughtServiceDocument {
  bytes: Uint8Array
  kind: ServiceDocumentKind
  sha256: string
}

/**
 * Downloads the documents of one procedure through fresh links. Links are secrets that expire within minutes,
 * so they live here for as long as a few documents take and are neither stored nor logged.
 */
export interface ServiceDocumentSource {
  bring(documentId: string, signal: AbortSignal): Promise<Result<BroughtServiceDocument>>
}

export interface ServiceDocumentSourceDeps extends Admission {
  client: Pick<ServiceClient, 'getProcedure' | 'download'>
  /** The user waits for it: it is tried at once, also while the service is down. */
  urgent: boolean
}

/** Errors of an expired link, which a new one may fix. */
const LINK_IS_OLD: ReadonlySet<AppError['code']> = new Set([
  'rejected',
  'not-found',
  'not-a-paper',
  'bad-answer',
])

export function createServiceDocumentSource(
  deps: ServiceDocumentSourceDeps,
  procedureId: string,
): ServiceDocumentSource {
  const { client, urgent } = deps
  const lane = urgent ? 'interactive' : 'background'
  let links: ReadonlyMap<string, string> | null = null

  async function renew(signal: AbortSignal): Promise<Result<ReadonlyMap<string, string>>> {
    const resource = `procedure ${procedureId}`
    // In the background no slot waits for a retry: other documents are wanted.
    const postponed = urgent ? null : deps.breaker.backoff(resource)
    if (postponed) return fail(postponed.error)
    const permit = await admit(deps, resource, { signal, urgent, lane })
    if (!permit) return fail(appError('cancelled'))
    const answer = permit.settle(await client.getProcedure(procedureId, signal))
    if (!answer.ok) return answer
    if (answer.value.id !== procedureId)
      return fail(appError('bad-answer', { detail: 'the answer is about another one' }))
    links = linksOf(answer.value)
    return ok(links)
  }

  async function take(link: string, signal: AbortSignal): Promise<Result<BroughtServiceDocument>> {
    await (urgent ? deps.limiter : deps.background).slot(signal, urgent ? 'urgent' : 'scheduled')
    if (signal.aborted) return fail(appError('cancelled'))
    const bytes = await client.download(link, signal)
    if (!bytes.ok) return bytes
    const kind = serviceDocumentKindOf(bytes.value.subarray(0, HEAD_BYTES))
    if (kind === null || !isWholeServiceDocument(kind, bytes.value)) return fail(appError('not-a-paper'))
    return ok({ bytes: bytes.value, kind, sha256: createHash('sha256').update(bytes.value).digest('hex') })
  }

  return {
    async bring(documentId, signal) {
      const known = links?.get(documentId)
      if (known !== undefined) {
        const brought = await take(known, signal)
        if (brought.ok || !LINK_IS_OLD.has(brought.error.code)) return brought
      }
      // A new link may be refused too: one retry is enough to know.
      for (let last: Result<BroughtServiceDocument> | null = null; ;) {
        const fresh = await renew(signal)
        if (!fresh.ok) return fresh
        const link = fresh.value.get(documentId)
        if (link === undefined) return fail(appError('paper-gone'))
        const brought = await take(link, signal)
        if (brought.ok || !LINK_IS_OLD.has(brought.error.code) || last !== null || known !== undefined)
          return brought.ok || brought.error.code !== 'not-found' ? brought : fail(appError('paper-gone'))
        last = brought
      }
    },
  }
}

const linksOf = ({ documents = [], generatedDocuments = [] }: Procedure): ReadonlyMap<string, string> =>
  new Map(
    [...documents, ...generatedDocuments].flatMap(({ id, downloadUrl }) =>
      downloadUrl === undefined ? [] : [[id, downloadUrl] as const],
    ),
  )
