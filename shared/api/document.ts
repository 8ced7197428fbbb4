import * as z from 'zod'
import { GENERATED_DOCUMENT_TYPES, INPUT_DOCUMENT_TYPES } from '../domain/vocabulary.ts'
import { openText } from './open-text.ts'
import { reading } from './reading.ts'

/** Element of `documents` and of `generatedDocuments`. */
export const documentWire = z.strictObject({
  id: z.string().min(1),
  createdAt: z.iso.datetime(),
  /** A temporary link, a secret that expires. A fresh GET of the procedure renews it. */
  downloadUrl: z.url(),
  type: openText([...INPUT_DOCUMENT_TYPES, ...GENERATED_DOCUMENT_TYPES]),
  /** In Spanish, for display. */
  name: z.string(),
  mimeType: z.string(),
  metadata: z.record(z.string(), z.unknown()),
})

export const documentSchema = reading(documentWire.shape, ['id'])

/** A document given as a link: an element of `documents` in the body of a creation. */
export const documentLinkBody = z.strictObject({
  type: z.string().max(100).regex(/\S/, 'Blank.'),
  url: z.url({ protocol: /^https?$/ }).max(2_048),
})

/** Body of `POST /v1/procedures/{id}/documents` when it is not multipart. Support of `type` is not shown. */
export const addDocumentBody = z.strictObject({
  url: documentLinkBody.shape.url,
  type: documentLinkBody.shape.type.optional(),
})
