/** A string, a bracket, or anything else between separators: enough for a text that is known to be JSON. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]]|[^\s{}[\],:"]+/g
/** No body of the service is anywhere near as deep. */
const MAX_DEPTH = 64

interface Part {
  /** As written; empty in a list. */
  name: string
  value: string
  /** The same without its `timestamp`, of the outermost `data` alone. */
  timeless: string
}

interface Open {
  /** Field under which this value stands. */
  readonly name: string
  readonly isObject: boolean
  readonly parts: Part[]
  /** Name read, whose value comes next. */
  pending: string | null
}

export interface Canonical {
  whole: string
  /** Without `data.timestamp`; equal to `whole` if there is none. */
  withoutTime: string
}

/**
 * One text for all the ways of writing the same JSON: fields in the order of their names, no spaces, strings
 * escaped in one way, numbers as they were written (a sender may mean different things by 1.0 and 1). Fields
 * given twice are both there, in their order. `null` if nested deeper than 64.
 * @param text JSON that has been parsed without an error
 */
export function canonicalJson(text: string): Canonical | null {
  const open: Open[] = []
  let result: Canonical = { whole: '', withoutTime: '' }

  function add(value: string, timeless = value): void {
    const parent = open.at(-1)
    if (parent === undefined) result = { whole: value, withoutTime: timeless }
    else if (parent.isObject && parent.pending === null) parent.pending = value
    else {
      parent.parts.push({ name: parent.pending ?? '', value, timeless })
      parent.pending = null
    }
  }

  function close({ name, isObject, parts }: Open): void {
    const value = written(isObject, parts)
    const isData = open.length === 1 && isObject && name === '"data"'
    if (isData)
      add(
        value,
        written(
          true,
          parts.filter((part) => part.name !== TIME),
        ),
      )
    else if (open.length === 0)
      add(
        value,
        written(
          isObject,
          parts.map((part) => ({ ...part, value: part.timeless })),
        ),
      )
    else add(value)
  }

  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') {
      if (open.length >= MAX_DEPTH) return null
      open.push({ name: open.at(-1)?.pending ?? '', isObject: token === '{', parts: [], pending: null })
    } else if (token === '}' || token === ']') {
      const closed = open.pop()
      if (closed !== undefined) close(closed)
    } else add(token.startsWith('"') ? JSON.stringify(JSON.parse(token)) : token)
  }
  return result
}

const TIME = '"timestamp"'

function written(isObject: boolean, parts: readonly Part[]): string {
  if (!isObject) return `[${parts.map(({ value }) => value).join(',')}]`
  // Sorting is stable: the same field twice keeps its order.
  const sorted = parts.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
  return `{${sorted.map(({ name, value }) => `${name}:${value}`).join(',')}}`
}
