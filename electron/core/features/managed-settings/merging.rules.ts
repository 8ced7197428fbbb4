import {
  MANAGED_KEYS,
  managedSettings,
  STRICT_VALUES,
  type Managed,
  type ManagedKey,
  type ManagedSource,
  type ManagedValues,
} from '#shared/bridge/managed.ts'
import type { ManagedReading } from './reading.rules.ts'

/** Mandatory values as they were last read on this PC, and where. */
export type LastRead = Partial<Record<ManagedKey, { source: ManagedSource; value: unknown }>>

/** What holds on this PC. */
export interface MergedSettings {
  mandatory: ManagedValues
  recommended: ManagedValues
  settings: Managed['settings']
  /** To be kept for the next start. */
  lastRead: LastRead
}

type Row = Managed['settings'][number]

/**
 * Puts the sources together, the strongest first. A mandatory setting that cannot be read never becomes the user's
 * again: its last value holds, or a strict one, or nobody changes what this PC has.
 */
export function mergeManaged(readings: readonly ManagedReading[], last: LastRead): MergedSettings {
  const mandatory: Record<string, unknown> = {}
  const recommended: Record<string, unknown> = {}
  const settings: Row[] = []
  const lastRead: LastRead = {}
  for (const key of MANAGED_KEYS) {
    const { row, value } = mandatoryOf(key, readings, last) ?? {}
    if (row) {
      settings.push(row)
      if (value !== undefined) mandatory[key] = value
      if (value !== undefined && row.unread !== 'strict') lastRead[key] = { source: row.source, value }
    }
    const source = readings.find((one) => Object.hasOwn(one.recommended, key))
    if (!source) continue
    recommended[key] = source.recommended[key]
    if (!row) settings.push({ key, level: 'recommended', source: source.source })
  }
  return { mandatory, recommended, settings, lastRead }
}

function mandatoryOf(
  key: ManagedKey,
  readings: readonly ManagedReading[],
  last: LastRead,
): { row: Row; value?: unknown } | null {
  const row = (source: ManagedSource, unread?: Row['unread']): Row => ({
    key,
    level: 'mandatory',
    source,
    ...(unread && { unread }),
  })
  for (const { source, mandatory, unread, isWhole } of readings) {
    if (Object.hasOwn(mandatory, key)) return { row: row(source), value: mandatory[key] }
    const before = lastOf(key, source, last)
    const isUnread = unread.includes(key)
    if ((isUnread || !isWhole) && before !== undefined) return { row: row(source, 'last'), value: before }
    if (isUnread && key in STRICT_VALUES) return { row: row(source, 'strict'), value: STRICT_VALUES[key] }
    if (isUnread) return { row: row(source, 'own') }
  }
  const broken = readings.find(({ isWhole }) => !isWhole)
  return broken ? { row: row(broken.source, 'own') } : null
}

/** What is kept is checked again: another version may have written it. */
function lastOf(key: ManagedKey, source: ManagedSource, last: LastRead): unknown {
  const kept = last[key]
  if (kept?.source !== source) return undefined
  return managedSettings[key].safeParse(kept.value).data
}
