/** Parses a typed whole number within a range, or `null`. */
export function readWhole(typed: string, { min, max }: { min: number; max: number }): number | null {
  const clean = typed.trim()
  if (!/^\d{1,9}$/.test(clean)) return null
  const value = Number(clean)
  return value >= min && value <= max ? value : null
}
