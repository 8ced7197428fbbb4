import * as z from 'zod'
import { EMAIL, MAX_EMAIL } from '../domain/addresses.ts'

/**
 * Tolerant reading of answers. Lists are open, and a missing or mistyped field becomes `undefined`. The exact shapes
 * (`…Wire`) are the answers of our own service.
 */

type Shape = Readonly<Record<string, z.ZodType>>
type Read<S extends Shape, R extends keyof S> = {
  -readonly [K in keyof S]: K extends R ? S[K] : z.ZodCatch<z.ZodOptional<S[K]>>
}

/** Tolerant schema of an exact shape. Only fields that every screen needs are `required`. */
export function reading<S extends Shape, R extends keyof S & string>(shape: S, required: readonly R[]) {
  const isRequired = new Set<string>(required)
  const fields = Object.entries(shape).map(([name, field]) => [
    name,
    isRequired.has(name) ? field : field.optional().catch(undefined),
  ])
  return z.looseObject(Object.fromEntries(fields) as Read<S, R>)
}

/** List read item by item: unreadable items are dropped. */
export const listOf = <S extends z.ZodType>(item: S) =>
  z.array(z.unknown()).transform((items): z.output<S>[] =>
    items.flatMap((each) => {
      const result = item.safeParse(each)
      return result.success ? [result.data] : []
    }),
  )

/** Names of fields that are compared exactly. An invalid value is dropped, never altered. */
const ID_FIELD = /^id$|Id$/
const LINK_FIELD = /(?:url|uri|link|href)$|^(?:path|token)$/i
/** Fields that a person writes in several lines. */
const LINES_FIELD = /^notes$/
const CODE_FIELD = /^(?:event|status|type|level|failureReason|mimeType|service)$|Type$|Status$/
const SENTENCE_FIELD = /^(?:description|statusDescription|concept|authority|message|reason)$/

/** Longest value of each kind of field, in characters. */
export const FIELD_LIMITS = {
  id: 200,
  link: 8_192,
  code: 100,
  sentence: 500,
  text: 2_000,
  name: 100,
} as const

const BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/gu
/** Invisible characters that change how a text is read: controls, direction marks, joiners, fillers and tags. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{DI}]/u
const EVERY_HIDDEN = new RegExp(HIDDEN, 'gu')
const EVERY_HIDDEN_BUT_BREAKS = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{DI}]/gu
const UNSEEN = new RegExp(`${HIDDEN.source}|[\u2028\u2029]|^\\s|\\s$| {2}`, 'u')

/**
 * Cleans an answer or an event of the service. Afterwards no text has hidden characters or line breaks, or exceeds
 * the limit of its kind of field.
 * The texts are cleaned on entry, so that rows, titles, notifications and messages can show them unchanged.
 */
export function cleanAnswer(value: unknown): unknown {
  return cleanField('', value)
}

function cleanField(name: string, value: unknown): unknown {
  if (typeof value === 'string') return cleanValue(name, value)
  if (Array.isArray(value))
    return value.map((each) => cleanField(name, each)).filter((each) => each !== undefined)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).flatMap(([key, field]): [string, unknown][] => {
    const cleaned = cleanField(key, field)
    return cleaned === undefined ? [] : [[cleanLine(key, FIELD_LIMITS.name), cleaned]]
  })
  return Object.fromEntries(fields)
}

function cleanValue(name: string, text: string): string | undefined {
  if (ID_FIELD.test(name)) return isExact(text, FIELD_LIMITS.id) ? text : undefined
  if (LINK_FIELD.test(name)) return isExact(text, FIELD_LIMITS.link) ? text : undefined
  if (LINES_FIELD.test(name)) return cleanLines(text)
  if (CODE_FIELD.test(name)) return cleanLine(text, FIELD_LIMITS.code)
  return cleanLine(text, SENTENCE_FIELD.test(name) ? FIELD_LIMITS.sentence : FIELD_LIMITS.text)
}

const isExact = (text: string, limit: number): boolean =>
  text.length <= limit && !HIDDEN.test(text) && !BREAKS_ONCE.test(text)
const BREAKS_ONCE = new RegExp(BREAKS.source, 'u')

/** One line without hidden characters, cut at `limit` characters. */
export function cleanLine(text: string, limit: number): string {
  if (text.length <= limit && !UNSEEN.test(text)) return text
  // Nothing beyond this can be seen, so a long text costs no more than a short one.
  const seen = text
    .slice(0, limit * 4)
    .replace(BREAKS, ' ')
    .replace(EVERY_HIDDEN, '')
    .replace(/ {2,}/g, ' ')
    .trim()
  const characters = [...seen]
  return characters.length <= limit
    ? seen
    : `${characters
        .slice(0, limit - 1)
        .join('')
        .trimEnd()}…`
}

function cleanLines(text: string): string {
  const seen = text
    .slice(0, FIELD_LIMITS.text * 4)
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(EVERY_HIDDEN_BUT_BREAKS, '')
  const characters = [...seen]
  return characters.length <= FIELD_LIMITS.text ? seen : characters.slice(0, FIELD_LIMITS.text).join('')
}

/**
 * Text of an open list: any value is valid. The schema has the known values as `x-extensible-enum`. Our service's
 * OpenAPI document makes a named type of each list (service/openapi/schemas.ts).
 */
export const openText = (known: readonly string[]) =>
  z
    .string()
    .min(1)
    .meta({ 'x-extensible-enum': [...known], examples: known.slice(0, 1) })

/** E-mail address in a body, with the application's own check. */
export const emailField = z.string().max(MAX_EMAIL).regex(EMAIL, 'Not an e-mail address.')
