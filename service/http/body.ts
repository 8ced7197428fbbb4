import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { HttpError } from './errors.ts'

/**
 * A request body read against its schema. Every bad field is named at once; fields that the schema does not
 * know are ignored, and the answer says so in a `Warning`.
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
    warnOfUnknown(reply, schema, body)
    return result.data
  }
  const details = result.error.issues
    .slice(0, MOST_NAMED)
    .map(({ path, message }) => ({ field: path.join('.'), message }))
  throw new HttpError(400, 'Some fields are not valid.', details)
}

/** A body may hold a thousand bad elements: the first ones tell what is wrong. */
const MOST_NAMED = 50
const LONGEST_WARNING = 500

function warnOfUnknown(reply: FastifyReply, schema: z.ZodObject, body: object): void {
  const unknown = unknownFields(schema, body, '')
  if (unknown.length === 0) return
  // A header holds printable ASCII, and a quoted text neither quotes nor backslashes.
  const names = unknown
    .join(', ')
    .replace(/[^ !#-[\]-~]/g, '?')
    .slice(0, LONGEST_WARNING)
  reply.header('warning', `299 - "Ignored fields: ${names}"`)
}

function unknownFields(schema: z.ZodType, value: unknown, at: string): string[] {
  const inner = unwrap(schema)
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    const element = inner.element as z.ZodType
    return value.slice(0, MOST_NAMED).flatMap((item, index) => unknownFields(element, item, `${at}${index}.`))
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
