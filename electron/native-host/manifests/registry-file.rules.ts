const DEFAULT_VALUE = /^@="((?:[^"\\]|\\.)*)"\s*$/m

/** Default value of the first key of an exported file of the registry; `null` without one, or one that is no text. */
export function defaultValueIn(text: string): string | null {
  // Keys below it come after, each with a heading of its own.
  const [, first = ''] = text.split(/^\[/m)
  const found = DEFAULT_VALUE.exec(first)?.[1]
  return found === undefined ? null : found.replaceAll(/\\(.)/g, '$1')
}
