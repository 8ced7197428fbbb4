import { getNodeValue, parseTree, type Node, type ParseError } from 'jsonc-parser'
import { MANAGED_LEVELS, type ManagedLevel, type ManagedSource } from '#shared/bridge/managed.ts'
import { createReading, type ManagedReading } from './reading.rules.ts'

/** Ten times an office's file with its comments. */
export const MAX_FILE_BYTES = 256 * 1024
/** Errors of the syntax that are named: one missing comma causes several. */
const MAX_SYNTAX_ERRORS = 5
/** Deeper than any setting; a hostile file must not exhaust the stack. */
const MAX_DEPTH = 20

/**
 * Reads an administrators' file: JSON with comments. Never throws. A broken one gives what can be told apart, and the
 * place of every error.
 */
export function readManagedFile(text: string, source: ManagedSource, path: string): ManagedReading {
  const reading = createReading(source, path)
  const places = placesIn(text)
  if (isTooDeep(text)) {
    reading.broken('not-json')
    return reading.done()
  }
  const errors: ParseError[] = []
  const root = parseTree(text.replace(/^\uFEFF/, ' '), errors, { allowTrailingComma: true })
  const lines = new Set<number>()
  for (const { offset } of errors) {
    const place = places(offset)
    if (!lines.has(place.line) && lines.size < MAX_SYNTAX_ERRORS) reading.broken('not-json', undefined, place)
    lines.add(place.line)
  }
  if (root?.type !== 'object') {
    if (errors.length === 0) reading.broken('not-an-object', undefined, places(root?.offset ?? 0))
    return reading.done()
  }
  const groups = new Set<string>()
  for (const [key, value, at] of propertiesOf(root)) {
    const place = places(at)
    if (!isLevel(key)) reading.broken('unknown-key', key, place)
    else if (groups.has(key)) reading.broken('twice', key, place)
    else if (value?.type !== 'object') reading.broken('not-a-group', key, place)
    else {
      for (const [name, node, offset] of propertiesOf(value))
        reading.take(
          key,
          name,
          node && getNodeValue(node),
          places(offset),
          node?.children?.map((item) => places(item.offset)),
        )
    }
    groups.add(key)
  }
  return reading.done()
}

const isLevel = (key: string): key is ManagedLevel => (MANAGED_LEVELS as readonly string[]).includes(key)

/** Key, value and offset of each property; of a broken one the value may be missing. */
function* propertiesOf(node: Node): Generator<[string, Node | undefined, number]> {
  for (const { type, children: [key, value] = [] } of node.children ?? [])
    if (type === 'property' && key) yield [String(key.value), value, key.offset]
}

/** Line and column of an offset, from 1. */
function placesIn(text: string) {
  const starts = [0, ...[...text.matchAll(/\r\n|\r|\n/g)].map(({ index, 0: end }) => index + end.length)]
  return (offset: number) => {
    const line = starts.findLastIndex((start) => start <= offset)
    return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 }
  }
}

/** Brackets in texts and comments count too, which no sensible file has by dozens. */
function isTooDeep(text: string): boolean {
  let depth = 0
  for (const character of text) {
    if (character === '{' || character === '[') depth++
    else if (character === '}' || character === ']') depth--
    if (depth > MAX_DEPTH) return true
  }
  return false
}
