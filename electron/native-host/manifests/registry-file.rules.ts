const TEXT = /^"((?:[^"\\]|\\.)*)"\s*$/
const FIRST_BYTE = /^hex:([0-9a-f]{2})\b/i

/**
 * A value of the first key of an exported file of the registry, its default one without a name; `null` without it, or
 * if it is no text.
 */
export function textIn(file: string, name?: string): string | null {
  const found = TEXT.exec(lineOf(file, name) ?? '')?.[1]
  return found === undefined ? null : found.replaceAll(/\\(.)/g, '$1')
}

/** First byte of a binary value of that key. */
export function firstByteIn(file: string, name: string): number | null {
  const found = FIRST_BYTE.exec(lineOf(file, name) ?? '')?.[1]
  return found === undefined ? null : Number.parseInt(found, 16)
}

/** What is after `=`. A name with quotes or backslashes is none of ours. */
function lineOf(file: string, name: string | undefined): string | undefined {
  // Keys below it come after, each with a heading of its own.
  const [, first = ''] = file.split(/^\[/m)
  const start = `${name === undefined ? '@' : `"${name}"`}=`
  const line = first.split(/\r?\n/).find((one) => one.startsWith(start))
  return line?.slice(start.length)
}
