const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }
/** Beyond the end of every schedule. */
const MAX_MS = 400 * 86_400_000

/** Parses `14h`, `90s`, `1.5d`. `null` for anything else. */
export function parseDuration(text: string): number | null {
  const [, number, unit] = /^(\d{1,9}(?:\.\d{1,3})?)\s*(ms|s|m|h|d)$/.exec(text.trim()) ?? []
  const ms = Math.round(Number(number) * (UNITS[unit ?? ''] ?? Number.NaN))
  return ms <= MAX_MS ? ms : null
}
