/**
 * Files of documents: their kind by their first bytes, because names prove nothing, and the findings of reading them.
 */

export const FILE_KINDS = {
  pdf: 'application/pdf',
  jpeg: 'image/jpeg',
  png: 'image/png',
  heic: 'image/heic',
} as const
export type FileKind = keyof typeof FILE_KINDS

/** Number of leading bytes examined. */
export const HEAD_BYTES = 1_024

/** Brands of HEIF with HEVC pictures, which telephones write (ISO/IEC 23008-12, annex B). */
const HEIC_BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'])

/** Kind of a file by its first bytes, or `null` if it is not accepted. */
export function fileKindOf(head: Uint8Array): FileKind | null {
  if (begins(head, [0xff, 0xd8, 0xff])) return 'jpeg'
  if (begins(head, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png'
  if (latin(head, 4, 8) === 'ftyp' && HEIC_BRANDS.has(latin(head, 8, 12))) return 'heic'
  // Readers accept the PDF header within the first kilobyte (ISO 32000-1, annex H.3).
  return latin(head, 0, HEAD_BYTES).includes('%PDF-') ? 'pdf' : null
}

/** Valid endings of a kind. A file without one of them gets the first. */
export const FILE_ENDINGS: Readonly<Record<FileKind, readonly [string, ...string[]]>> = {
  pdf: ['pdf'],
  jpeg: ['jpg', 'jpeg', 'jpe', 'jfif'],
  png: ['png'],
  heic: ['heic', 'heif'],
}

/** Kind of a media type, or `null`. */
export const kindOfMime = (mime: string | undefined): FileKind | null =>
  (Object.keys(FILE_KINDS) as FileKind[]).find((kind) => FILE_KINDS[kind] === mime) ?? null

const begins = (head: Uint8Array, bytes: readonly number[]): boolean =>
  head.length >= bytes.length && bytes.every((byte, at) => head[at] === byte)

const latin = (head: Uint8Array, from: number, to: number): string =>
  String.fromCharCode(...head.subarray(from, to))

/**
 * Findings of reading a file before it is sent, of which the user should know. `locked`: needs a password. `damaged`:
 * does not open. `form`: dynamic form that only Acrobat draws. `attached`: contains other files. `scan`: picture
 * without text. `long`: more pages than one document has. `heic`: telephone photo that no browser draws. `slow`: too
 * large to read in time.
 */
export const DOCUMENT_READINGS = [
  'locked',
  'damaged',
  'form',
  'attached',
  'scan',
  'long',
  'heic',
  'slow',
] as const
export type DocumentReading = (typeof DOCUMENT_READINGS)[number]

/** Number of pages above which a PDF probably has more than the documents of a procedure. */
export const LONG_PAGES = 60
