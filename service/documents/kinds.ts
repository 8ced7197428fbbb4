/** Media types by a file's first bytes: the declared type is not trusted. */
const KINDS: readonly (readonly [mime: string, begins: (head: Buffer) => boolean])[] = [
  ['application/pdf', (head) => head.subarray(0, 1_024).includes('%PDF-')],
  ['image/jpeg', (head) => head.readUIntBE(0, 3) === 0xffd8ff],
  ['image/png', (head) => head.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))],
  ['image/tiff', (head) => ['II*\0', 'MM\0*'].includes(head.toString('latin1', 0, 4))],
  ['image/heic', (head) => /^ftyp(heic|heix|mif1|msf1|hevc)/.test(head.toString('latin1', 4, 12))],
]

/** Number of leading bytes examined. */
export const HEAD_BYTES = 1_024

/** Media type of a file by its first bytes, or `null` when it is not accepted. */
export function kindOfFile(head: Buffer): string | null {
  if (head.length < 12) return null
  return KINDS.find(([, begins]) => begins(head))?.[0] ?? null
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  heic: 'image/heic',
}

/** Media type of a link by its extension: the link is not fetched before a preview. */
export function kindOfLink(url: string): string {
  const extension = /\.([a-z]{3,4})$/i.exec(new URL(url).pathname)?.[1]?.toLowerCase() ?? ''
  return EXTENSIONS[extension] ?? 'application/octet-stream'
}

/** Generic media types that senders declare for any file. */
const UNTOLD = new Set(['', 'application/octet-stream', 'binary/octet-stream', 'image/heif', 'image/jpg'])

/** True if the declared media type agrees with the real one. */
export const isHonest = (declared: string, real: string): boolean => UNTOLD.has(declared) || declared === real
