import type { Signer, SignatureWire } from '#shared/api/signature.ts'
import { signatureDocumentLabels } from '#shared/text/labels.ts'
import type { SignatureRow } from './store.ts'

export const signaturePath = (id: string): string => `/v1/signatures/${encodeURIComponent(id)}`

/** Path of the signed document: no pre-signed link, it "needs the API token to be downloaded". */
const signedDocumentPath = (id: string): string => `${signaturePath(id)}/documents/1/signed`

/** `documents[]` of the resource and of the event. */
export function presentSignatureDocuments(
  { id, type, status }: SignatureRow,
  base: string,
): SignatureWire['documents'] {
  const document = { id: '1', name: signatureDocumentLabels[type] }
  return [status === 'signed' ? { ...document, signedDocumentUrl: base + signedDocumentPath(id) } : document]
}

/** "Record whose `status` reflects the current state." */
export function presentSignature(row: SignatureRow, base: string): SignatureWire {
  const signer: Signer = JSON.parse(row.signer)
  return {
    id: row.id,
    createdAt: new Date(row.created_ms).toISOString(),
    updatedAt: new Date(row.updated_ms).toISOString(),
    type: row.type,
    status: row.status,
    signer,
    documents: presentSignatureDocuments(row, base),
  }
}
