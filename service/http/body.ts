import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { type ErrorDetail, HttpError } from './errors.ts'

/**
 * Parses a request body with its schema. An error names the bad fields. Unknown fields are ignored and named in a
 * `Warning`.
 */
export function readBody<S extends z.ZodObject>(
  schema: S,
  request: FastifyRequest,
  reply: FastifyReply,
): z.output<S> {
  const { body } = request
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new HttpError(400, 'The body must be a JSON object.')
  }
  const result = schema.safeParse(body)
  if (result.success) {
    const bad = findBadTexts(result.data, '')
    if (bad.length > 0) throw new HttpError(400, 'Some fields are not valid.', bad.slice(0, MAX_NAMED_FIELDS))
    addIgnoredWarning(reply, findUnknownFields(schema, body, ''))
    return result.data
  }
  const details = result.error.issues
    .slice(0, MAX_NAMED_FIELDS)
    .map(({ path, message }) => ({ field: path.join('.'), message }))
  throw new HttpError(400, 'Some fields are not valid.', details)
}

/** Checks the body of a call without fields: no body, or an object. */
export function checkNoBody(request: FastifyRequest, reply: FastifyReply): void {
  if (request.body !== undefined) readBody(z.object({}), request, reply)
}

/** Maximum number of bad fields that one response names. */
const MAX_NAMED_FIELDS = 50
const MAX_WARNING_CHARACTERS = 500

/** Adds a `Warning` header, for an input that was not used as the caller may expect. */
export function addWarning(reply: FastifyReply, text: string): void {
  // A header holds printable ASCII. A quoted string holds no quotes and no backslashes.
  const warning = `299 - "${text.replace(/[^ !#-[\]-~]/g, '?').slice(0, MAX_WARNING_CHARACTERS)}"`
  const before = reply.getHeader('warning')
  void reply.header('warning', before === undefined ? warning : `${String(before)}, ${warning}`)
}

/** Warns of the body fields or form parts that were ignored. */
export function addIgnoredWarning(reply: FastifyReply, names: readonly string[]): void {
  if (names.length > 0) addWarning(reply, `Ignored fields: ${names.join(', ')}`)
}

function findBadTexts(value: unknown, at: string): ErrorDetail[] {
  if (typeof value === 'string') {
    const message = findTextProblem(value)
    return message === null ? [] : [{ field: at, message }]
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) =>
    findBadTexts(each, at === '' ? name : `${at}.${name}`),
  )
}

function findUnknownFields(schema: z.ZodType, value: unknown, at: string): string[] {
  const inner = unwrapSchema(schema)
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    const element = inner.element as z.ZodType
    return value
      .slice(0, MAX_NAMED_FIELDS)
      .flatMap((item, index) => findUnknownFields(element, item, `${at}${index}.`))
  }
  if (!(inner instanceof z.ZodObject) || typeof value !== 'object' || value === null) return []
  const shape: Readonly<Record<string, z.ZodType>> = inner.shape
  return Object.entries(value).flatMap(([name, each]) => {
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined
    return field === undefined ? [`${at}${name}`] : findUnknownFields(field, each, `${at}${name}.`)
  })
}

function unwrapSchema(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return unwrapSchema(schema.unwrap() as z.ZodType)
  if (schema instanceof z.ZodPipe) return unwrapSchema(schema.in as z.ZodType)
  return schema
}

/** Control characters except tab, newline and carriage return. No document, page or file name can hold them. */
const UNUSABLE = /[^\P{Cc}\t\n\r]/u

/** Returns the reason why a text cannot be stored as written, or `null`. */
export function findTextProblem(text: string): string | null {
  if (!text.isWellFormed()) return 'It holds half a character (an unpaired surrogate).'
  return UNUSABLE.test(text) ? 'It holds a control character.' : null
}
