import * as z from 'zod'
import { HttpError } from './errors.ts'

/**
 * A request body read against its schema. Every bad field is named at once; fields that the schema does not
 * know are ignored.
 */
export function readBody<S extends z.ZodObject>(schema: S, body: unknown): z.output<S> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new HttpError(400, 'The body must be a JSON object.')
  }
  const result = schema.safeParse(body)
  if (result.success) return result.data
  const details = result.error.issues.map(({ path, message }) => ({ field: path.join('.'), message }))
  throw new HttpError(400, 'Some fields are not valid.', details)
}
