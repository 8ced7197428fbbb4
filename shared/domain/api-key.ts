/** A key of the API as people paste it: out of an e-mail, with the words and the quotes that were around it. */

export type ApiKeyHint = 'label' | 'quotes' | 'spaces'
export type ApiKeyProblem = 'empty' | 'spaces-inside' | 'characters' | 'short' | 'too-long'

export type ApiKeyReading =
  { ok: true; key: string; hints: readonly ApiKeyHint[] } | { ok: false; problem: ApiKeyProblem }

export const MAX_API_KEY = 4096
/** Shorter than this it is a piece of a key: no operator gives out six characters. */
const SHORTEST = 8

/** Spaces that are seen and those that are not; a long key is broken into lines by many a mail program. */
const ENDS = /^[\s\u00A0\u200B-\u200D\u2060\uFEFF]+|[\s\u00A0\u200B-\u200D\u2060\uFEFF]+$/g
const BREAKS = /[ \t\u00A0]*[\r\n]+[ \t\u00A0]*|[\t\u200B-\u200D\u2060\uFEFF]+/g
const LABEL = /^(?:authorization\s*:\s*)?bearer\s+|^authorization\s*:\s*/i
const QUOTES = /^["'`«“‘]+|["'`»”’]+$/g

/**
 * Reads a key that was pasted. Never throws, and never changes what is inside it: only its ends and its line breaks
 * are taken off. Reading its own answer gives the same answer, with no hints.
 */
export function readApiKey(text: string): ApiKeyReading {
  const hints = new Set<ApiKeyHint>()
  const take = (from: string, what: RegExp, hint: ApiKeyHint) => {
    const without = from.replace(what, '')
    if (without !== from) hints.add(hint)
    return without
  }
  let key = text
  // Quotes around a label around quotes: until nothing more comes off.
  for (let before = ''; before !== key;) {
    before = key
    key = take(key, ENDS, 'spaces')
    key = take(key, QUOTES, 'quotes')
    key = take(key, LABEL, 'label')
  }
  key = take(key, BREAKS, 'spaces')
  if (key === '' || /^(?:bearer|authorization:?)$/i.test(key)) return { ok: false, problem: 'empty' }
  if (/\s/.test(key)) return { ok: false, problem: 'spaces-inside' }
  if (!/^[\x21-\x7E]+$/.test(key)) return { ok: false, problem: 'characters' }
  if (key.length < SHORTEST) return { ok: false, problem: 'short' }
  if (key.length > MAX_API_KEY) return { ok: false, problem: 'too-long' }
  return { ok: true, key, hints: [...hints] }
}
