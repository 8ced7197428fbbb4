import { UpdateError } from './update-error.ts'

/** A file or directory of an archive. Its content is read before the next entry, or skipped. */
export interface TarEntry {
  path: string
  isDirectory: boolean
  /** It may be executed. */
  isProgram: boolean
  content: AsyncIterable<Uint8Array>
}

const BLOCK = 512
const FILE_TYPES: ReadonlySet<string> = new Set(['0', '\0'])
const DIRECTORY_TYPE = '5'

const damaged = (why: string) => new UpdateError('archive-damaged', why)

/**
 * Reads a tar of the kind that our archives are (`ustar`): files and directories, and nothing else. Links, devices,
 * extended headers and whatever else tars may hold are refused, which is why no library reads it: theirs is to
 * understand all of them.
 * @throws UpdateError for anything else, and for one that ends early
 */
export async function* readTar(source: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  const bytes = createBytes(source)
  for (;;) {
    const header = await bytes.take(BLOCK)
    if (isZero(header)) break
    const { size, ...entry } = readHeader(header)
    let isRead = false
    let left = size
    yield {
      ...entry,
      content: (async function* () {
        isRead = true
        while (left > 0) {
          const chunk = await bytes.takeSome(left)
          left -= chunk.byteLength
          yield chunk
        }
      })(),
    }
    if (!isRead || left > 0) while (left > 0) left -= (await bytes.takeSome(left)).byteLength
    await bytes.take((BLOCK - (size % BLOCK)) % BLOCK)
  }
  // Two blocks of zeros end it, and zeros fill it up; all of it is read, so that one cut off after them is noticed.
  if (!isZero(await bytes.take(BLOCK)) || !(await bytes.isRestZero())) throw damaged('data after the end')
}

const isZero = (bytes: Uint8Array): boolean => bytes.every((byte) => byte === 0)

function readHeader(header: Buffer): Omit<TarEntry, 'content'> & { size: number } {
  if (header.toString('latin1', 257, 262) !== 'ustar' || number(header, 148, 8) !== sumOf(header))
    throw damaged('not a header of ustar')
  const type = header.toString('latin1', 156, 157)
  const isDirectory = type === DIRECTORY_TYPE
  const name = text(header, 0, 100)
  const prefix = text(header, 345, 155)
  if (!isDirectory && !FILE_TYPES.has(type))
    throw new UpdateError('archive-refused', `type: ${JSON.stringify(type)}`)
  const size = number(header, 124, 12)
  if (isDirectory && size > 0) throw new UpdateError('archive-refused', 'type: a directory with content')
  return {
    path: prefix === '' ? name : `${prefix}/${name}`,
    isDirectory,
    isProgram: (number(header, 100, 8) & 0o111) !== 0,
    size,
  }
}

const sumOf = (header: Buffer): number =>
  // The checksum's own field counts as spaces.
  header.reduce((sum, byte, index) => sum + (index >= 148 && index < 156 ? 0x20 : byte), 0)

function number(header: Buffer, at: number, length: number): number {
  const digits = text(header, at, length).trim()
  if (!/^[0-7]{1,11}$/.test(digits)) throw damaged('not a number')
  return Number.parseInt(digits, 8)
}

/** Up to its first zero, in UTF-8 without mistakes. */
function text(header: Buffer, at: number, length: number): string {
  const field = header.subarray(at, at + length)
  const end = field.indexOf(0)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(end === -1 ? field : field.subarray(0, end))
  } catch {
    throw new UpdateError('archive-refused', 'name: not UTF-8')
  }
}

/** Takes bytes from a stream of chunks. */
function createBytes(source: AsyncIterable<Uint8Array>) {
  const chunks = source[Symbol.asyncIterator]()
  let held: Buffer = Buffer.alloc(0)

  /** @returns false at the end */
  async function more(): Promise<boolean> {
    const { done, value } = await chunks.next()
    if (done === true) return false
    const chunk = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk])
    return true
  }

  return {
    async take(length: number): Promise<Buffer> {
      while (held.length < length) if (!(await more())) throw damaged('it ends early')
      const taken = held.subarray(0, length)
      held = held.subarray(length)
      return taken
    },
    /** What there is, up to a length. */
    async takeSome(length: number): Promise<Buffer> {
      while (held.length === 0) if (!(await more())) throw damaged('it ends early')
      const taken = held.subarray(0, length)
      held = held.subarray(taken.length)
      return taken
    },
    async isRestZero(): Promise<boolean> {
      do {
        if (!isZero(held)) return false
        held = Buffer.alloc(0)
      } while (await more())
      return true
    },
  }
}
