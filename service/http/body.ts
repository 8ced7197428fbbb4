import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { type ErrorDetail, HttpError } from './errors.ts'

/**
 * Parses a request body with its schema. An error names every bad field; unknown fields are ignored and named
 * in a `Warning`.
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
    const bad = badTexts(result.data, '')
    if (bad.length > 0) throw new HttpError(400, 'Some fields are not valid.', bad.slice(0, MAX_NAMED))
    warnOfIgnored(reply, unknownFields(schema, body, ''))
    return result.data
  }
  const details = result.error.issues
    .slice(0, MAX_NAMED)
    .map(({ path, message }) => ({ field: path.join('.'), message }))
  throw new HttpError(400, 'Some fields are not valid.', details)
}

/** Checks the body of a call that needs only its address: none, or an object. */
export function checkNoBody(request: FastifyRequest, reply: FastifyReply): void {
  if (request.body !== undefined) readBody(z.object({}), request, reply)
}

/** A body may have a thousand bad elements: the first ones are enough. */
const MAX_NAMED = 50
const MAX_WARNING = 500

/** Adds a `Warning` header: an input was not taken as the caller may expect. */
export function warn(reply: FastifyReply, text: string): void {
  // A header holds printable ASCII, and a quoted string neither quotes nor backslashes.
  const warning = `299 - "${text.replace(/[^ !#-[\]-~]/g, '?').slice(0, MAX_WARNING)}"`
  const before = reply.getHeader('warning')
  void reply.header('warning', before === undefined ? warning : `${String(before)}, ${warning}`)
}

/** Warns of the body fields or form parts that were ignored. */
export function warnOfIgnored(reply: FastifyReply, names: readonly string[]): void {
  if (names.length > 0) warn(reply, `Ignored fields: ${names.join(', ')}`)
}

function badTexts(value: unknown, at: string): ErrorDetail[] {
  if (typeof value === 'string') {
    const message = textProblem(value)
    return message === null ? [] : [{ field: at, message }]
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) => badTexts(each, at === '' ? name : `${at}.${name}`))
}

function unknownFields(schema: z.ZodType, value: unknown, at: string): string[] {
  const inner = unwrap(schema)
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    const element = inner.element as z.ZodType
    return value.slice(0, MAX_NAMED).flatMap((item, index) => unknownFields(element, item, `${at}${index}.`))
  }
  if (!(inner instanceof z.ZodObject) || typeof value !== 'object' || value === null) return []
  const shape: Readonly<Record<string, z.ZodType>> = inner.shape
  return Object.entries(value).flatMap(([name, each]) => {
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined
    return field === undefined ? [`${at}${name}`] : unknownFields(field, each, `${at}${name}.`)
  })
}

function unwrap(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return unwrap(schema.unwrap() as z.ZodType)
  if (schema instanceof z.ZodPipe) return unwrap(schema.in as z.ZodType)
  return schema
}

/**
 * Half a character, or a control character that no line of text contains: no document, page or file name
 * could hold it.
 */
const UNUSABLE = /[^\P{Cc}\t\n\r]/u

/** Reason that a text cannot be stored as written, or `null`. */
export function textProblem(text: string): string | null {
  if (!text.isWellFormed()) return 'It holds half a character (an unpaired surrogate).'
  return UNUSABLE.test(text) ? 'It holds a control character.' : null
}
