/**
 * Secrets as typed or pasted: API keys, which are often copied from an e-mail with words and quotes, and passphrases.
 */

export type ApiKeyHint = 'label' | 'quotes' | 'spaces'
export type ApiKeyProblem = 'empty' | 'spaces-inside' | 'characters' | 'short' | 'too-long'

export type ApiKeyReading =
  { ok: true; key: string; hints: readonly ApiKeyHint[] } | { ok: false; problem: ApiKeyProblem }

const MAX_API_KEY = 4096
/** A shorter text is a fragment of a key. No operator issues so few characters. */
const SHORTEST = 8

/** Visible and invisible spaces. Many mail programs break a long key into lines. */
const ENDS = /^[\s\u00A0\u200B-\u200D\u2060\uFEFF]+|[\s\u00A0\u200B-\u200D\u2060\uFEFF]+$/g
const BREAKS = /[ \t\u00A0]*[\r\n]+[ \t\u00A0]*|[\t\u200B-\u200D\u2060\uFEFF]+/g
const LABEL = /^(?:authorization\s*:\s*)?bearer\s+|^authorization\s*:\s*/i
const QUOTES = /^["'`«“‘]+|["'`»”’]+$/g

/**
 * Reads a pasted key. Never throws. Only the ends and the line breaks of the key are removed. The function is
 * idempotent, and its result gives no hints.
 */
export function readApiKey(text: string): ApiKeyReading {
  const hints = new Set<ApiKeyHint>()
  const take = (from: string, what: RegExp, hint: ApiKeyHint) => {
    const without = from.replace(what, '')
    if (without !== from) hints.add(hint)
    return without
  }
  let key = text
  // Quotes and labels may be nested, so removal repeats until nothing changes.
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

/** Minimum characters of a passphrase. */
const LEAST = 10

/** Normalizes a passphrase, so that the keyboard's way of composing accents has no effect. */
export const normalPassphrase = (typed: string): string => typed.normalize('NFKC')

/** Length is the only rule, because further requirements weaken passphrases. */
export const isPassphraseLongEnough = (typed: string): boolean => [...normalPassphrase(typed)].length >= LEAST
