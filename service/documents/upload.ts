import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { documentLinkBody } from '#shared/api/document.ts'
import { warnOfIgnored } from '../http/body.ts'
import { HttpError } from '../http/errors.ts'
import { textProblem } from '../http/text.ts'
import type { NewDocument } from '../procedures/changes.ts'
import { asLink } from '../procedures/routes.ts'
import type { Files } from './files.ts'

/** Enough for `type`, `url` and the fields that a form adds by itself. */
const MAX_FIELDS = 10
/** Enough for a link. */
const MAX_FIELD = 4_096
const MAX_NAME = 255

const fields = z.object(documentLinkBody.shape).partial()

/**
 * Reads a multipart body with one `file` part, or a `url` in its place, and optionally a `type`, in any
 * order. Other parts are named in a `Warning`. The file is on the disk on return; the caller removes it if
 * the request fails.
 */
export async function readUpload(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: { files: Files; newId: () => string; defaultType: string; maxBytes: number },
): Promise<NewDocument> {
  const { files, newId, defaultType, maxBytes } = deps
  const limits = {
    files: 1,
    fields: MAX_FIELDS,
    fieldSize: MAX_FIELD,
    fileSize: maxBytes + 1,
    parts: MAX_FIELDS + 1,
  }
  const given: { type?: string; url?: string } = {}
  const ignored: string[] = []
  let stored: Pick<NewDocument, 'file' | 'mime' | 'metadata'> | null = null
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') {
        if (part.fieldname === 'type' || part.fieldname === 'url') {
          if (given[part.fieldname] !== undefined) throw bad(part.fieldname, 'It is given twice.')
          given[part.fieldname] = readField(part.fieldname, part.value)
        } else ignored.push(part.fieldname)
        continue
      }
      if (part.fieldname !== 'file') throw bad('file', 'The file must be in the part called file.')
      const { file, mime, size } = await files.receive(newId(), part.file, part.mimetype)
      const fileName = part.filename.normalize('NFC').slice(0, MAX_NAME)
      stored = { file, mime, metadata: { fileName, size } }
    }
    const { type = defaultType, url } = given
    if (stored !== null && url !== undefined) ignored.push('url')
    warnOfIgnored(reply, ignored)
    if (stored !== null) return { ...stored, type, url: null }
    if (url !== undefined) return asLink({ type, url })
    throw bad('file', 'There is no part called file, and no url.')
  } catch (error) {
    if (stored?.file) await files.remove(stored.file)
    // The rest of the body is read and discarded: an answer that crosses it would not arrive.
    request.raw.unpipe()
    request.raw.resume()
    throw asRefusal(error)
  }
}

const OF_FORM = /^FST_(FILES|PARTS|FIELDS)_LIMIT$/

/** Passes on a refusal or a disk failure unchanged; any other error means a form that cannot be read. */
function asRefusal(error: unknown): unknown {
  if (!(error instanceof Error)) return new HttpError(400, 'The form is not valid.')
  if ('code' in error && typeof error.code === 'string' && OF_FORM.test(error.code))
    return bad('file', 'One file at a time, and few other parts.')
  return 'statusCode' in error || 'syscall' in error ? error : new HttpError(400, 'The form is not valid.')
}

const bad = (field: string, message: string) => new HttpError(400, message, [{ field, message }])

function readField(name: 'type' | 'url', value: unknown): string {
  const result = fields.shape[name].safeParse(value)
  if (!result.success || result.data === undefined) throw bad(name, `The ${name} is not valid.`)
  const problem = textProblem(result.data)
  if (problem !== null) throw bad(name, problem)
  return result.data
}
