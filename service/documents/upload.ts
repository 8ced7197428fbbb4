import type { FastifyRequest } from 'fastify'
import { documentLinkBody } from '#shared/api/document.ts'
import { HttpError } from '../http/errors.ts'
import type { NewDocument } from '../procedures/changes.ts'
import type { Files } from './files.ts'

/** Enough for `type` and what a form adds by itself. */
const MOST_FIELDS = 10
const LONGEST_FIELD = 1_000
const LONGEST_NAME = 255

/**
 * Reads a multipart body with one `file` part and perhaps a `type`, before or after it. The file is on the disk
 * when this answers; whoever asked removes it if it comes to nothing.
 */
export async function readUpload(
  request: FastifyRequest,
  deps: { files: Files; newId: () => string; defaultType: string; maxBytes: number },
): Promise<NewDocument> {
  const { files, newId, defaultType, maxBytes } = deps
  const limits = {
    files: 1,
    fields: MOST_FIELDS,
    fieldSize: LONGEST_FIELD,
    fileSize: maxBytes + 1,
    parts: MOST_FIELDS + 1,
  }
  let type = defaultType
  let stored: Pick<NewDocument, 'file' | 'mime' | 'metadata'> | null = null
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') {
        if (part.fieldname === 'type') type = readType(part.value)
        continue
      }
      if (part.fieldname !== 'file') throw bad('file', 'The file must be in the part called file.')
      const { file, mime, size } = await files.receive(newId(), part.file, part.mimetype)
      const fileName = part.filename.normalize('NFC').slice(0, LONGEST_NAME)
      stored = { file, mime, metadata: { fileName, size } }
    }
    if (stored === null) throw bad('file', 'There is no part called file.')
    return { ...stored, type, url: null }
  } catch (error) {
    if (stored?.file) await files.remove(stored.file)
    // What is still to come is read and thrown away: an answer that crosses it would not arrive.
    request.raw.unpipe()
    request.raw.resume()
    throw isOurs(error) ? error : new HttpError(400, 'The form is not valid.')
  }
}

/** A refusal, or a failure of the disk; everything else is a form that cannot be read. */
const isOurs = (error: unknown): boolean =>
  error instanceof Error && ('statusCode' in error || 'syscall' in error)

const bad = (field: string, message: string) => new HttpError(400, message, [{ field, message }])

function readType(value: unknown): string {
  const result = documentLinkBody.shape.type.safeParse(value)
  if (!result.success) throw bad('type', 'The type is not valid.')
  return result.data
}
