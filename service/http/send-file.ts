import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { HttpError } from './errors.ts'

/** A file to download, whole or as a range of bytes (both ends included). */
export interface FileContent {
  readonly mime: string
  /** Only Latin letters, digits and `._-`, because a header carries the name. */
  readonly name: string
  readonly size: number
  read(start: number, end: number): Buffer | Readable
}

export const wrapBuffer = (mime: string, name: string, bytes: Buffer): FileContent => ({
  mime,
  name,
  size: bytes.length,
  read: (start, end) => bytes.subarray(start, end + 1),
})

const RANGE = /^bytes=(?:(\d{1,15})-(\d{0,15})|-(\d{1,15}))$/

/**
 * Parses a `Range` header. `null` is the whole file. Several ranges, other units and malformed values are ignored,
 * as RFC 9110 allows.
 */
function readRange(header: string | undefined, size: number): { start: number; end: number } | null {
  const [, from, to = '', last] = RANGE.exec(header ?? '') ?? []
  if (from === undefined && last === undefined) return null
  const start = from === undefined ? Math.max(size - Number(last), 0) : Number(from)
  const end = from === undefined || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (to !== '' && Number(to) < start) return null
  if (start >= size || last === '0') throw new HttpError(416, 'The file has no such bytes.')
  return { start, end }
}

/** Sends a file inline, whole or the requested range, with caching forbidden. */
export function sendFile(request: FastifyRequest, reply: FastifyReply, content: FileContent): FastifyReply {
  const { size } = content
  void reply
    .header('content-disposition', `inline; filename="${content.name}"`)
    .header('cache-control', 'private, no-store')
    .header('x-content-type-options', 'nosniff')
    .header('accept-ranges', 'bytes')
  let range: { start: number; end: number } | null = null
  // Without a validator, `If-Range` never matches.
  if (request.headers['if-range'] === undefined) {
    try {
      range = readRange(request.headers.range, size)
    } catch (error) {
      void reply.header('content-range', `bytes */${size}`)
      throw error
    }
  }
  const { start, end } = range ?? { start: 0, end: size - 1 }
  if (range !== null) void reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`)
  return reply
    .type(content.mime)
    .header('content-length', end - start + 1)
    .send(content.read(start, end))
}
