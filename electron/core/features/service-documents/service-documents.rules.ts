import { procedureSchema, type Procedure } from '#shared/api/procedure.ts'
import type { OfficeSettings } from '#shared/bridge/settings.ts'
import type { ServiceDocument } from '#shared/bridge/service-documents.ts'
import {
  FILE_KINDS,
  fileKindOf,
  type FileKind,
  FILE_ENDINGS,
  kindOfMime,
} from '#shared/domain/procedures/document-file.ts'
import {
  createNamer,
  fileNameAs,
  serviceDocumentName,
  fileNameSlug,
} from '#shared/domain/service-document-name.ts'
import { entryOf } from '#shared/text/labels-reports.ts'
import { knownDocumentLabel } from '#shared/text/labels.ts'
import { parseServerTime } from '../changes/events.rules.ts'
import type { ServiceDocumentRow, ProcedureServiceDocuments } from './service-documents.store.ts'

/** Key in the store's table `meta`. It is set once the documents of every known procedure are queued. */
export const SERVICE_DOCUMENTS_NOTED = 'service-documents-noted'

/** `other`: a file that is only saved, never displayed. */
export type ServiceDocumentKind = FileKind | 'other'

const SPACE = /^[\uFEFF\s]+/
/** Start of a text answer from a server: a web page, or an error in JSON or XML. */
const PAGE = /^[<{[]/

/** Kind of a document by its first bytes. Its name and type are ignored. `null` for a web page or no content. */
export function detectKind(head: Uint8Array): ServiceDocumentKind | null {
  const known = fileKindOf(head)
  if (known !== null) return known
  const text = new TextDecoder().decode(head).replace(SPACE, '')
  return text === '' || PAGE.test(text) ? null : 'other'
}

/** True if the document is complete. A truncated document looks valid until it is opened. */
export function isWholeServiceDocument(kind: ServiceDocumentKind, bytes: Uint8Array): boolean {
  return kind !== 'pdf' || Buffer.from(bytes.subarray(-2048)).toString('latin1').includes('%%EOF')
}

/** Media type of the answer to a window. */
export const getMime = (kind: ServiceDocumentKind): string =>
  kind === 'other' ? 'application/octet-stream' : FILE_KINDS[kind]

type Listed = NonNullable<Procedure['documents']>[number]

/** Documents of a procedure from its last answer: the documents of the client and the documents of the operator. */
export function listServiceDocuments(
  id: string,
  { body, vrm, vin, client, rows, sentNames, parties }: ProcedureServiceDocuments,
  {
    serviceDocuments,
    serviceDocumentName: template,
  }: Pick<OfficeSettings, 'serviceDocuments' | 'serviceDocumentName'>,
  now: number,
): ServiceDocument[] {
  const { data } = procedureSchema.safeParse(body)
  if (!data) return []
  const byId = new Map(rows.map((row) => [row.documentId, row]))
  const entries = [
    ...(data.documents ?? []).map((document) => ({ document, which: 'client' as const })),
    ...(data.generatedDocuments ?? []).map((document) => ({ document, which: 'generated' as const })),
  ].map((entry) => ({ ...entry, row: entry.which === 'generated' ? byId.get(entry.document.id) : undefined }))

  const unique = createNamer()
  return entries.map(({ document, which, row }) => {
    const name = serviceDocumentName(template, {
      matricula: vrm ?? vin ?? '',
      bastidor: vin ?? '',
      documento: fileNameSlug(getTitle(document)),
      fecha: formatDay(parseCreatedAt(document, now) ?? now),
      cliente: client,
      factura: data.invoiceNumber ?? '',
      expediente: id,
    })
    const at = parseCreatedAt(document, now)
    const sentName = which === 'client' ? entryOf(sentNames, document.id) : undefined
    const party = which === 'client' ? entryOf(parties, document.id) : undefined
    const mime = row?.kind != null ? getMime(row.kind) : document.mimeType
    return {
      documentId: document.id,
      which,
      type: document.type ?? '',
      name: document.name ?? '',
      ...(sentName !== undefined && { sentName }),
      ...(party !== undefined && { party }),
      ...(mime !== undefined && { mime }),
      ...(at !== null && { createdAt: at }),
      kept: row?.state === 'kept',
      coming: row?.state === 'wanted' && (row.asked || serviceDocuments !== 'none'),
      ...(row?.size != null && { size: row.size }),
      ...(row?.sha256 != null && { sha256: row.sha256 }),
      fileName: unique(name, `.${chooseEnding(document, row)}`),
      ...(row?.error != null && { error: row.error }),
    }
  })
}

const parseCreatedAt = ({ createdAt: text }: Listed, now: number): number | null => parseServerTime(text, now)

const getTitle = ({ type, name }: Listed): string => knownDocumentLabel(type ?? '') ?? name ?? 'documento'

/** Day as YYYY-MM-DD in the time zone of this PC, so that names sort by time. */
export function formatDay(at: number): string {
  const date = new Date(at)
  const padTwo = (part: number) => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${padTwo(date.getMonth() + 1)}-${padTwo(date.getDate())}`
}

/** File endings that are safe to double-click. The service's data cannot produce any other ending. */
const HARMLESS: Readonly<Record<string, string>> = {
  'text/plain': 'txt',
  'text/csv': 'csv',
  'text/xml': 'xml',
  'application/xml': 'xml',
  'application/zip': 'zip',
  'image/tiff': 'tif',
}

/** Ending by the detected kind. While the kind is unknown, the service's media type decides. */
function chooseEnding({ mimeType }: Listed, row: ServiceDocumentRow | undefined): string {
  const known = row?.kind ?? kindOfMime(mimeType)
  if (known !== null && known !== 'other') return FILE_ENDINGS[known][0]
  if (mimeType === undefined && known === null) return FILE_ENDINGS.pdf[0]
  return (kindOfMime(mimeType) === null && entryOf(HARMLESS, mimeType ?? '')) || UNKNOWN
}

const UNKNOWN = 'bin'
const TRUE_ENDINGS: ReadonlySet<string> = new Set(Object.values(FILE_ENDINGS).flat())

/** File name of a document after it was read, because the service's data about it may be wrong. */
export function buildFileName(
  { fileName }: Pick<ServiceDocument, 'fileName'>,
  kind: ServiceDocumentKind,
): string {
  if (kind !== 'other') return fileNameAs(fileName, FILE_ENDINGS[kind])
  const ending = fileName.slice(fileName.lastIndexOf('.') + 1)
  return fileNameAs(fileName, [TRUE_ENDINGS.has(ending) ? UNKNOWN : ending])
}
