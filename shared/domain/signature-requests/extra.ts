/**
 * More of the body of a request to sign, as a person typed it: the specification shows the body of the generic mandate
 * alone, and an operator may ask for more with the other four.
 */

/** The most that may nest: nobody means more, and whoever reads it walks it. */
const DEEPEST = 20
/** Only the form says who signs. Of `__proto__` nobody means anything good. */
const NOT_THERE = ['signer', '__proto__']

export type ExtraProblem = 'extra-not-json' | 'extra-not-object' | 'extra-signer' | 'extra-too-deep'
export type ExtraCheck =
  { ok: true; value: Readonly<Record<string, unknown>> } | { ok: false; problem: ExtraProblem }

/** Reads what was typed; nothing typed is nothing more. Never throws. */
export function readExtra(text: string): ExtraCheck {
  if (text.trim() === '') return { ok: true, value: {} }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { ok: false, problem: 'extra-not-json' }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { ok: false, problem: 'extra-not-object' }
  if (NOT_THERE.some((name) => Object.hasOwn(value, name))) return { ok: false, problem: 'extra-signer' }
  if (isDeeper(value, DEEPEST)) return { ok: false, problem: 'extra-too-deep' }
  return { ok: true, value: value as Record<string, unknown> }
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1))
}
