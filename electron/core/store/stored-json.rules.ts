import { cleanAnswer } from '#shared/api/wire-fields.ts'

/** A stored object, or `null` for any other text (from a bad backup): one row must not break a list. */
export function readRecord(text: string): Record<string, unknown> | null {
  const value = parse(text)
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null
}

export const recordIn = (text: string): Record<string, unknown> => readRecord(text) ?? {}

/** A stored answer of the service, cleaned like a new answer. A text that is not JSON is returned unchanged. */
export function cleanStored(text: string): string {
  const value = parse(text)
  return value === null ? text : JSON.stringify(cleanAnswer(value))
}

/** Texts of a stored object by name. Returns `null` for any other text, or if a value is not a text. */
export function readTexts(text: string): Record<string, string> | null {
  const record = readRecord(text)
  return record && Object.values(record).every((value) => typeof value === 'string')
    ? (record as Record<string, string>)
    : null
}

/** Texts of a stored list. Returns an empty list for any other text. */
export function textsIn(text: string): string[] {
  const value = parse(text)
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
