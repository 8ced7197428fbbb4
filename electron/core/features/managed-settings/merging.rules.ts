import type { ManagedLevel, ManagedProblem, ManagedSource, Managed } from '#shared/bridge/managed.ts'
import {
  managedRow,
  managedSettings,
  type ManagedKey,
  type ManagedValues,
  MANAGED_KEYS,
} from '#shared/bridge/settings.ts'

/** Settings of one source. */
export interface ManagedReading {
  source: ManagedSource
  path: string
  mandatory: ManagedValues
  recommended: ManagedValues
  /** Mandatory settings of this source whose value is invalid. */
  unread: readonly ManagedKey[]
  /** The source was read completely, so a setting that is absent from it is not set there. */
  isWhole: boolean
  problems: readonly ManagedProblem[]
}

type Place = Pick<ManagedProblem, 'line' | 'column'>

/** Reads settings one by one, so that a wrong setting does not discard the others. */
export function createReading(source: ManagedSource, path: string) {
  const values: Record<ManagedLevel, Record<string, unknown>> = { mandatory: {}, recommended: {} }
  const unread = new Set<ManagedKey>()
  const problems: ManagedProblem[] = []
  let isWhole = true

  function problem(why: ManagedProblem['why'], key?: string, place: Place = {}): void {
    problems.push({ source, path, why, ...(key !== undefined && { key: shortened(key) }), ...place })
  }

  return {
    /** Part of the source could not be read. That part may have set any setting. */
    broken(why: ManagedProblem['why'], key?: string, place?: Place): void {
      isWhole = false
      problem(why, key, place)
    },
    problem,
    /** @param itemPlaces places of the items of a list, for the problems of wrong items */
    addSetting(
      level: ManagedLevel,
      key: string,
      value: unknown,
      place?: Place,
      itemPlaces: Place[] = [],
    ): void {
      if (!isManagedKey(key)) return problem(isSecret(key) ? 'secret' : 'unknown-key', key, place)
      if (level === 'recommended' && managedRow(key).isOnlyMandatory)
        return problem('only-mandatory', key, place)
      if (Object.hasOwn(values[level], key) || (level === 'mandatory' && unread.has(key))) {
        // The source does not say which of the two values is meant, so neither is in force.
        delete values[level][key]
        if (level === 'mandatory') unread.add(key)
        return problem('twice', key, place)
      }
      const right = rightItems(key, value, (index) =>
        problem('wrong-value', `${key}[${index}]`, itemPlaces[index] ?? place),
      )
      const { success, data } = managedRow(key).schema.safeParse(right)
      if (success) values[level][key] = data
      else {
        if (level === 'mandatory') unread.add(key)
        problem('wrong-value', key, place)
      }
    },
    done: (): ManagedReading => ({ source, path, ...values, unread: [...unread], isWhole, problems }),
  }
}

/** Removes the wrong items of a list, if at least one item is valid. Other values stay unchanged. */
function rightItems(key: ManagedKey, value: unknown, onWrong: (index: number) => void): unknown {
  const { schema } = managedSettings[key]
  if (!('element' in schema) || !Array.isArray(value)) return value
  const isRight = value.map((item) => schema.element.safeParse(item).success)
  if (!isRight.includes(true)) return value
  isRight.forEach((right, index) => right || onWrong(index))
  return value.filter((_, index) => isRight[index])
}

const isManagedKey = (key: string): key is ManagedKey => Object.hasOwn(managedSettings, key)

/** API keys are refused: everyone who can read the file could read the keys. */
const isSecret = (key: string): boolean => /(api.?key|clave|secret|token|passw|pin$)/i.test(key)

const MAX_KEY = 80
const shortened = (key: string): string => (key.length > MAX_KEY ? `${key.slice(0, MAX_KEY)}…` : key)

/** Last mandatory values that were read on this PC, each with its source. */
export type LastRead = Partial<Record<ManagedKey, { source: ManagedSource; value: unknown }>>

/** Effective settings of this PC. */
export interface MergedSettings {
  mandatory: ManagedValues
  recommended: ManagedValues
  settings: Managed['settings']
  /** Values to store for the next start. */
  lastRead: LastRead
}

type Row = Managed['settings'][number]

/**
 * Merges the sources, the strongest first. An unreadable mandatory setting never becomes the user's choice again. Its
 * last value applies, or a strict value. If there is neither, the value that this PC has stays fixed.
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
    const { strict } = managedRow(key)
    if (isUnread && strict !== undefined) return { row: row(source, 'strict'), value: strict }
    if (isUnread) return { row: row(source, 'own') }
  }
  const broken = readings.find(({ isWhole }) => !isWhole)
  return broken ? { row: row(broken.source, 'own') } : null
}

/** Validate the stored values again: another version may have written them. */
function lastOf(key: ManagedKey, source: ManagedSource, last: LastRead): unknown {
  const kept = last[key]
  if (kept?.source !== source) return undefined
  return managedRow(key).schema.safeParse(kept.value).data
}
