import { gzipSync, zstdCompressSync } from 'node:zlib'

/** An entry of a tar, as wrong as a test needs it. */
export interface TarEntry {
  path: string
  content?: string | Buffer
  /** Type flag: `0` a file, `5` a directory, `1` and `2` links, `3` and `4` devices, `6` a pipe. */
  type?: string
  link?: string
  mode?: number
  /** Another size than that of the content. */
  size?: number
}

const BLOCK = 512

/** Archive of these entries (ustar), which no tool would make. */
export function tarOf(entries: readonly TarEntry[]): Buffer {
  return Buffer.concat([...entries.flatMap(blocksOf), Buffer.alloc(2 * BLOCK)])
}

export const zstdTar = (entries: readonly TarEntry[]): Buffer => zstdCompressSync(tarOf(entries))
export const gzipTar = (entries: readonly TarEntry[]): Buffer => gzipSync(tarOf(entries))

function blocksOf({ path, content = '', type = '0', link = '', mode = 0o644, size }: TarEntry): Buffer[] {
  const body = Buffer.from(content)
  const header = Buffer.alloc(BLOCK)
  const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`
  // A long path is split where ustar does.
  const cut = Buffer.byteLength(path) > 100 ? path.lastIndexOf('/', 150) : -1
  header.write(cut > 0 ? path.slice(cut + 1) : path, 0, 100)
  header.write(octal(mode, 8), 100)
  header.write(octal(0, 8), 108)
  header.write(octal(0, 8), 116)
  header.write(octal(size ?? body.length, 12), 124)
  header.write(octal(0, 12), 136)
  header.write('        ', 148)
  header.write(type, 156)
  header.write(link, 157, 100)
  header.write('ustar\x0000', 257)
  if (cut > 0) header.write(path.slice(0, cut), 345, 155)
  header.write(
    octal(
      header.reduce((sum, byte) => sum + byte, 0),
      8,
    ),
    148,
  )
  return [header, body, Buffer.alloc((BLOCK - (body.length % BLOCK)) % BLOCK)]
}
