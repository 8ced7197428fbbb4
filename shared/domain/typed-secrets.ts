/** Reads an API key as pasted: out of an e-mail, with the words and the quotes around it. */

export type ApiKeyHint = 'label' | 'quotes' | 'spaces'
export type ApiKeyProblem = 'empty' | 'spaces-inside' | 'characters' | 'short' | 'too-long'

export type ApiKeyReading =
  { ok: true; key: string; hints: readonly ApiKeyHint[] } | { ok: false; problem: ApiKeyProblem }

const MAX_API_KEY = 4096
/** A shorter text is a fragment of a key: no operator issues so few characters. */
const SHORTEST = 8

/** Visible and invisible spaces; many mail programs break a long key into lines. */
const ENDS = /^[\s\u00A0\u200B-\u200D\u2060\uFEFF]+|[\s\u00A0\u200B-\u200D\u2060\uFEFF]+$/g
const BREAKS = /[ \t\u00A0]*[\r\n]+[ \t\u00A0]*|[\t\u200B-\u200D\u2060\uFEFF]+/g
const LABEL = /^(?:authorization\s*:\s*)?bearer\s+|^authorization\s*:\s*/i
const QUOTES = /^["'`«“‘]+|["'`»”’]+$/g

/**
 * Reads a pasted key. Never throws, and never changes its inside: only its ends and its line breaks are
 * removed. Reading its own result gives the same key, without hints.
 */
export function readApiKey(text: string): ApiKeyReading {
  const hints = new Set<ApiKeyHint>()
  const take = (from: string, what: RegExp, hint: ApiKeyHint) => {
    const without = from.replace(what, '')
    if (without !== from) hints.add(hint)
    return without
  }
  let key = text
  // Quotes around a label around quotes: repeat until nothing more is removed.
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

/** Minimum length of a passphrase. */
const LEAST = 10

/** Normalizes a passphrase: the keyboard's way of composing accents must not matter. */
export const normalPassphrase = (typed: string): string => typed.normalize('NFKC')

/** Length is the only rule: further requirements make passphrases worse. */
export const isPassphraseLongEnough = (typed: string): boolean => [...normalPassphrase(typed)].length >= LEAST
