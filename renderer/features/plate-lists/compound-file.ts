import type { ListFileProblem } from './list-file.ts'

const MAGIC = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]
/** Sectors of the directory that are looked at: the names of its main parts are in the first ones. */
const SECTORS = 16

/** True for the container of Microsoft's programs before 2007, which is still that of encrypted workbooks. */
export const isCompoundFile = (head: Uint8Array): boolean =>
  MAGIC.every((byte, index) => head[index] === byte)

/** Why it is not read, by the names in its directory (MS-CFB): an encrypted workbook, an old one, or another document. */
export async function compoundFileProblem(file: Blob): Promise<ListFileProblem> {
  const head = new DataView(await file.slice(0, 512).arrayBuffer())
  if (head.byteLength < 512) return 'damaged'
  const sector = 2 ** Math.min(head.getUint16(30, true), 16)
  const from = (head.getUint32(48, true) + 1) * sector
  const directory = new TextDecoder('utf-16le').decode(
    await file.slice(from, from + sector * SECTORS).arrayBuffer(),
  )
  if (directory.includes('EncryptedPackage')) return 'encrypted'
  return directory.includes('Workbook') || directory.includes('Book\0') ? 'old-format' : 'not-a-list'
}
