/** A stored object, or `null` for what is none (it came in a bad copy): one row must not spoil a list. */
export function readRecord(text: string): Record<string, unknown> | null {
  const value = parse(text)
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null
}

export const recordIn = (text: string): Record<string, unknown> => readRecord(text) ?? {}

/** The texts of a stored object by their names; `null` where it is none or has something else than texts. */
export function readTexts(text: string): Record<string, string> | null {
  const record = readRecord(text)
  return record && Object.values(record).every((value) => typeof value === 'string')
    ? (record as Record<string, string>)
    : null
}

/** The texts of a stored list; nothing of what is none. */
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
