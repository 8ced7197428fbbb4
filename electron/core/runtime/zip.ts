import { Zip, ZipPassThrough } from 'fflate'

/** A whole file of a ZIP. It is in memory whole, because documents are small and half a document is useless. */
export interface ZipEntry {
  name: string
  bytes: Uint8Array
  at: number
}

/** Limits of a ZIP without ZIP64. The texts that report the excess are in `shared/text/`. */
export const MAX_ZIP_BYTES = 3_500_000_000
export const MAX_ZIP_ENTRIES = 60_000

const EARLIEST = Date.UTC(1981, 0, 1)
const LATEST = Date.UTC(2098, 0, 1)

/** Streams the ZIP, one document at a time. Documents are already compressed, so they are stored unchanged. */
export async function* createZip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    ready.push(chunk)
  })
  for await (const { name, bytes, at } of entries) {
    const file = new ZipPassThrough(name)
    // The ZIP format has years from 1980 to 2099.
    file.mtime = Math.min(Math.max(at, EARLIEST), LATEST)
    zip.add(file)
    file.push(bytes, true)
    yield* ready
    ready = []
  }
  zip.end()
  yield* ready
}
