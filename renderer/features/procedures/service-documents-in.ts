import type { ServiceDocument } from '#shared/bridge/service-documents.ts'
import type { Body } from '#shared/domain/service-body.ts'
import { documentsIn } from '../resources/documents.ts'

const FIELDS = { client: 'documents', generated: 'generatedDocuments' } as const

/**
 * Documents named by the body, used until their own list loads: none is known to be on this PC. `null` if the service
 * does not say.
 */
export function serviceDocumentsIn(body: Body, which: ServiceDocument['which']): ServiceDocument[] | null {
  const documents = documentsIn(body, FIELDS[which])
  if (documents === null) return null
  return documents.flatMap(({ id, name, kind, at }) =>
    id === ''
      ? []
      : [
          {
            documentId: id,
            which,
            type: kind,
            name,
            ...(typeof at === 'number' && { createdAt: at }),
            kept: false,
            coming: false,
            fileName: name,
          },
        ],
  )
}
