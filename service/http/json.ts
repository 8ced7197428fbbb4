import { HttpError } from './errors.ts'

const CHARSET = /;\s*charset\s*=\s*"?([^\s";]+)/i
const decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * Decodes a JSON body: UTF-8 and nothing else (RFC 8259). Invalid bytes are rejected, not replaced: a name
 * with a U+FFFD in it would be stored as if written so.
 */
export function decodeJson(contentType: string, bytes: Buffer): string {
  const charset = CHARSET.exec(contentType)?.[1]?.toLowerCase() ?? 'utf-8'
  if (!['utf-8', 'utf8', 'us-ascii'].includes(charset)) throw new HttpError(415, 'The body must be in UTF-8.')
  try {
    return decoder.decode(bytes)
  } catch {
    throw new HttpError(400, 'The body is not valid UTF-8.')
  }
}

/** A name with its colon, any other string, or an object's brace. */
const TOKEN = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|[{}]/g

/**
 * First name that occurs twice in an object, or `null`: `JSON.parse` silently keeps the last.
 * @param text JSON that has been parsed without an error
 */
export function repeatedName(text: string): string | null {
  const open: Set<string>[] = []
  for (const [token, quoted, colon] of text.matchAll(TOKEN)) {
    if (token === '{') open.push(new Set())
    else if (token === '}') open.pop()
    else if (quoted !== undefined && colon !== undefined) {
      const name: string = JSON.parse(quoted)
      const names = open.at(-1)
      if (names?.has(name)) return name
      names?.add(name)
    }
  }
  return null
}
