/**
 * Parses a time of day as typed («20», «8:30», «8.30», «2030», «20 h») to `HH:MM`; `null` for anything else.
 */
export function parseClockTime(typed: string): string | null {
  const clean = typed.trim().toLowerCase()
  const found = /^(\d{1,2})(?:[:.,h\s]\s*(\d{2}))?\s*h?$/.exec(clean) ?? /^(\d{1,2})(\d{2})\s*h?$/.exec(clean)
  if (!found) return null
  const hours = Number(found[1])
  const minutes = Number(found[2] ?? 0)
  if (hours > 23 || minutes > 59) return null
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
}
