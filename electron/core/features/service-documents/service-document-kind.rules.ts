import { FILE_KINDS, fileKindOf, type FileKind } from '#shared/domain/procedures/file-kind.ts'

/** `other`: a file that is only saved, never displayed. */
export type ServiceDocumentKind = FileKind | 'other'

const SPACE = /^[\uFEFF\s]+/
/** Start of a server's text answer: a page, or an error in JSON or XML. */
const PAGE = /^[<{[]/

/**
 * Kind of a document by its first bytes, whatever its name and type say; `null` for a page, or no content.
 */
export function serviceDocumentKindOf(head: Uint8Array): ServiceDocumentKind | null {
  const known = fileKindOf(head)
  if (known !== null) return known
  const text = new TextDecoder().decode(head).replace(SPACE, '')
  return text === '' || PAGE.test(text) ? null : 'other'
}

/** True if it is complete: a truncated document looks valid until it is opened. */
export function isWholeServiceDocument(kind: ServiceDocumentKind, bytes: Uint8Array): boolean {
  return kind !== 'pdf' || Buffer.from(bytes.subarray(-2048)).toString('latin1').includes('%%EOF')
}

/** Media type given to a window. */
export const mimeOf = (kind: ServiceDocumentKind): string =>
  kind === 'other' ? 'application/octet-stream' : FILE_KINDS[kind]
