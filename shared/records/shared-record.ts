import type { Stamp } from './hybrid-clock.ts'

/** Value of a field. `null`: the field is removed. */
export type FieldValue = string | number | boolean | null | { readonly [name: string]: FieldValue }

export interface FieldVersion {
  readonly at: Stamp
  readonly value: FieldValue
}

/**
 * What the PCs of an office share about one thing: its fields by name, each with its last versions, the newest first.
 * The older versions are the history: a value that a merge replaced can be seen and restored.
 *
 * A set has a field for each element (`label:falta cobrar`), a list of notes a field for each note.
 */
export type SharedRecord = Readonly<Record<string, readonly FieldVersion[]>>

/** Versions kept of each field. */
export const KEPT_VERSIONS = 10

/**
 * Merges two states of a record. All PCs reach the same state, whatever the order in which they merge: the function is
 * associative, commutative and idempotent.
 */
export function mergeRecords(one: SharedRecord, other: SharedRecord): SharedRecord {
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return Object.fromEntries(
    [...names].toSorted(byText).map((name) => [name, mergeVersions(one[name] ?? [], other[name] ?? [])]),
  )
}

/** No two changes have one stamp, so versions of one stamp are the same. */
function mergeVersions(one: readonly FieldVersion[], other: readonly FieldVersion[]): FieldVersion[] {
  const byStamp = new Map([...one, ...other].map((version) => [version.at, version]))
  return [...byStamp.values()].toSorted((a, b) => byText(b.at, a.at)).slice(0, KEPT_VERSIONS)
}

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Writes fields with one stamp. Fields that have that value already are left as they are. */
export function writeFields(
  record: SharedRecord,
  values: Readonly<Record<string, FieldValue>>,
  at: Stamp,
): SharedRecord {
  const changed = Object.entries(values).filter(
    ([name, value]) => JSON.stringify(readField(record, name)) !== JSON.stringify(value),
  )
  return changed.length === 0
    ? record
    : mergeRecords(record, Object.fromEntries(changed.map(([name, value]) => [name, [{ at, value }]])))
}

/** Present value of a field, `null` without one. */
export const readField = (record: SharedRecord, name: string): FieldValue => record[name]?.[0]?.value ?? null

/** Fields that are not removed, with a common beginning of their names, which is left out. */
export const readFields = (record: SharedRecord, prefix: string): ReadonlyMap<string, FieldValue> =>
  new Map(
    Object.keys(record).flatMap((name) => {
      const value = name.startsWith(prefix) ? readField(record, name) : null
      return value === null ? [] : [[name.slice(prefix.length), value]]
    }),
  )
