/**
 * A pairing code as typed, in its normal form, `K7QF-9M2T`. Crockford's alphabet has no I, L or O, so these letters
 * can only be a misread 1 or 0.
 */
export function pairingCode(typed: string): string {
  const compact = typed
    .toUpperCase()
    .replace(/[\s\u2010-\u2015_.-]/g, '')
    .replace(/[IL]/g, '1')
    .replace(/O/g, '0')
  return compact.length === 8 ? `${compact.slice(0, 4)}-${compact.slice(4)}` : compact
}
