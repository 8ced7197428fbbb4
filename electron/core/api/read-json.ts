/**
 * Parses an answer, rejecting nesting deeper than `maxDepth` before anything is built: code that walks the
 * value (schemas, views) recurses, and a hostile or broken answer must not decide how deep.
 * @returns `too-deep`, `not-json`, or the value
 */
export function readJson(
  text: string,
  maxDepth: number,
): { kind: 'value'; value: unknown } | { kind: 'too-deep' } | { kind: 'not-json' } {
  if (deeperThan(text, maxDepth)) return { kind: 'too-deep' }
  try {
    return { kind: 'value', value: JSON.parse(text) }
  } catch {
    return { kind: 'not-json' }
  }
}

function deeperThan(text: string, maxDepth: number): boolean {
  let depth = 0
  let inString = false
  for (let i = 0; i < text.length; i++) {
    const char = text[i]
    if (inString) {
      if (char === '\\') i++
      else if (char === '"') inString = false
    } else if (char === '"') inString = true
    else if (char === '{' || char === '[') {
      if (++depth > maxDepth) return true
    } else if (char === '}' || char === ']') depth--
  }
  return false
}
