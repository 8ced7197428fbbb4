import { documentLabel } from '#shared/text/labels.ts'
import { type Body, type When, listIn, whenIn, wordsIn } from '#shared/domain/service-body.ts'

export interface ReadDocument {
  id: string
  /** The service's name for it, else our name for its type; '' without either. */
  name: string
  /** Type code of the service. */
  kind: string
  /** Name of the type, unless the document's name already says it. */
  type: string
  at: When | null
}

/** Documents of a list of the body; `null` if the service does not say. Their links are never kept. */
export const documentsIn = (body: Body, field: string): ReadDocument[] | null =>
  listIn(body, field)?.map(readDocument) ?? null

function readDocument(document: Body): ReadDocument {
  const kind = wordsIn(document, 'type')
  const type = kind === '' ? '' : documentLabel(kind)
  const name = wordsIn(document, 'name') || type
  return {
    id: wordsIn(document, 'id'),
    name,
    kind,
    type: name.toLowerCase().includes(type.toLowerCase()) ? '' : type,
    at: whenIn(document, 'createdAt'),
  }
}
