import { readable } from './history-rows.ts'

/** Answer of the service as it came: any field may be missing or of another type. */
export type Body = Readonly<Record<string, unknown>>

/** A timestamp, or the text that should have been one. */
export type When = number | string

export const isBody = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A field as text, '' when empty. */
export const wordsIn = (body: Body, field: string): string =>
  Object.hasOwn(body, field) ? readable(body[field]).trim() : ''

/** Objects of a list; `null` when the field is not a list, which differs from an empty one. */
export function listIn(body: Body, field: string): Body[] | null {
  const list = Object.hasOwn(body, field) ? body[field] : null
  return Array.isArray(list) ? list.filter(isBody) : null
}

export function bodyIn(body: Body, field: string): Body {
  const value = Object.hasOwn(body, field) ? body[field] : null
  return isBody(value) ? value : {}
}

/** Timestamp of the service; another value is kept as it came. */
export function whenIn(body: Body, field: string): When | null {
  const words = wordsIn(body, field)
  if (words === '') return null
  const at = typeof body[field] === 'string' ? Date.parse(words) : NaN
  return Number.isFinite(at) ? at : words
}
