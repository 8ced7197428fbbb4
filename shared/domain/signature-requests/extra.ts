/**
 * Additional body fields of a signature request, typed by the user: the specification shows only the body of
 * the generic mandate, and an operator may require more for the other four.
 */

/** Maximum nesting: beyond any real use, and the readers recurse. */
const DEEPEST = 20
/** The form alone names the signer. `__proto__` is never legitimate. */
const NOT_THERE = ['signer', '__proto__']

type ExtraProblem = 'extra-not-json' | 'extra-not-object' | 'extra-signer' | 'extra-too-deep'
export type ExtraCheck =
  { ok: true; value: Readonly<Record<string, unknown>> } | { ok: false; problem: ExtraProblem }

/** Parses the typed JSON; an empty text has no fields. Never throws. */
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
