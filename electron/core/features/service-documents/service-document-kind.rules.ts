import { FILE_KINDS, fileKindOf, type FileKind } from '#shared/domain/procedures/file-kind.ts'

/** `other`: a file that is only saved, and never shown. */
export type ServiceDocumentKind = FileKind | 'other'

const SPACE = /^[\uFEFF\s]+/
/** Of what a server says in words: a page, or an error in JSON or XML. */
const PAGE = /^[<{[]/

/** What a document is by how it begins, whatever its name and its type say; `null` for a page, or nothing at all. */
export function serviceDocumentKindOf(head: Uint8Array): ServiceDocumentKind | null {
  const known = fileKindOf(head)
  if (known !== null) return known
  const text = new TextDecoder().decode(head).replace(SPACE, '')
  return text === '' || PAGE.test(text) ? null : 'other'
}

/** Whether all of it is here: a document that was cut off looks like one until it is opened. */
export function isWholeServiceDocument(kind: ServiceDocumentKind, bytes: Uint8Array): boolean {
  return kind !== 'pdf' || Buffer.from(bytes.subarray(-2048)).toString('latin1').includes('%%EOF')
}

/** What a window may take it for. */
export const mimeOf = (kind: ServiceDocumentKind): string =>
  kind === 'other' ? 'application/octet-stream' : FILE_KINDS[kind]
