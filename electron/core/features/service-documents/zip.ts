import { Zip, ZipPassThrough } from 'fflate'

/** A file of a ZIP, whole: documents are small, and half of one is none. */
export interface ZipEntry {
  name: string
  bytes: Uint8Array
  at: number
}

/** Without ZIP64 there is no more in one; what is left over is said (service-document-zip.ts of shared/text). */
export const MOST_ZIP_BYTES = 3_500_000_000
export const MOST_ZIP_ENTRIES = 60_000

const EARLIEST = Date.UTC(1981, 0, 1)
const LATEST = Date.UTC(2098, 0, 1)

/** Documents are compressed already: they are stored as they are, one at a time, as they come. */
export async function* zipped(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    ready.push(chunk)
  })
  for await (const { name, bytes, at } of entries) {
    const file = new ZipPassThrough(name)
    // Its format knows the years from 1980 to 2099.
    file.mtime = Math.min(Math.max(at, EARLIEST), LATEST)
    zip.add(file)
    file.push(bytes, true)
    yield* ready
    ready = []
  }
  zip.end()
  yield* ready
}
