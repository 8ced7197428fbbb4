import { isStamp, maxStamp, type Stamp } from './hybrid-clock.ts'

/** Value of a field. `null`: the field is removed. */
export type FieldValue = string | number | boolean | null

export interface FieldVersion {
  readonly at: Stamp
  readonly value: FieldValue
}

/** What the PCs of an office share about one thing. */
export interface SharedRecord {
  /** Versions of this stamp and before are erased, and do not come back from a PC that still has them. */
  readonly erased: Stamp | null
  /**
   * Fields by name, each with its last versions, the newest first. The older versions are the history: a value that
   * a merge replaced can be seen and restored. A set has a field for each element (`label:falta cobrar`), a list of
   * notes a field for each note.
   */
  readonly fields: Readonly<Record<string, readonly FieldVersion[]>>
}

/** Versions kept of each field. */
export const KEPT_VERSIONS = 10

export const emptyRecord: SharedRecord = { erased: null, fields: {} }

/**
 * Merges two states of a record. All PCs reach the same state, whatever the order in which they merge: the function is
 * associative, commutative and idempotent.
 */
export function mergeRecords(one: SharedRecord, other: SharedRecord): SharedRecord {
  const erased = other.erased === null ? one.erased : maxStamp(one.erased, other.erased)
  const names = new Set([...Object.keys(one.fields), ...Object.keys(other.fields)])
  const fields = [...names].toSorted(byText).flatMap((name) => {
    const versions = mergeVersions(readVersions(one, name), readVersions(other, name), erased)
    return versions.length === 0 ? [] : [[name, versions] as const]
  })
  return { erased, fields: Object.fromEntries(fields) }
}

/** Versions of a field, the newest first. */
export const readVersions = ({ fields }: SharedRecord, name: string): readonly FieldVersion[] =>
  (Object.hasOwn(fields, name) ? fields[name] : null) ?? []

/** No two changes have one stamp, so versions of one stamp are the same. */
function mergeVersions(
  one: readonly FieldVersion[],
  other: readonly FieldVersion[],
  erased: Stamp | null,
): FieldVersion[] {
  const byStamp = new Map([...one, ...other].map((version) => [version.at, version]))
  return [...byStamp.values()]
    .filter(({ at }) => erased === null || at > erased)
    .toSorted((a, b) => byText(b.at, a.at))
    .slice(0, KEPT_VERSIONS)
}

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Writes fields with one stamp. Fields that have that value already are left as they are. */
export function writeFields(
  record: SharedRecord,
  values: Readonly<Record<string, FieldValue>>,
  at: Stamp,
): SharedRecord {
  const changed = Object.entries(values).filter(([name, value]) => readField(record, name) !== value)
  if (changed.length === 0) return record
  const fields = Object.fromEntries(changed.map(([name, value]) => [name, [{ at, value }]]))
  return mergeRecords(record, { erased: null, fields })
}

/** Removes every version up to this stamp, with its history, on all PCs. */
export const eraseRecord = (record: SharedRecord, at: Stamp): SharedRecord =>
  mergeRecords(record, { erased: at, fields: {} })

/** Present value of a field, `null` without one. */
export const readField = (record: SharedRecord, name: string): FieldValue =>
  readVersions(record, name)[0]?.value ?? null

/** Present values of the fields that are not removed. */
export const readFields = ({ fields }: SharedRecord): Record<string, FieldValue> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, [last]]) =>
      last && last.value !== null ? [[name, last.value]] : [],
    ),
  )

/** Highest stamp of a record, `null` without one. */
export const highestStamp = ({ erased, fields }: SharedRecord): Stamp | null =>
  Object.values(fields)
    .flatMap((versions) => versions[0]?.at ?? [])
    .reduce<Stamp | null>(maxStamp, erased)

/** @returns `null` for text that is not a record, such as one of a later version of the program */
export function parseRecord(value: unknown): SharedRecord | null {
  if (!isObject(value)) return null
  const { erased, fields } = value
  if (erased !== null && !(typeof erased === 'string' && isStamp(erased))) return null
  if (!isObject(fields) || !Object.values(fields).every(isVersions)) return null
  return mergeRecords(emptyRecord, { erased, fields: fields as SharedRecord['fields'] })
}

const isVersions = (versions: unknown): boolean =>
  Array.isArray(versions) &&
  versions.every(
    (version: unknown) =>
      isObject(version) &&
      typeof version['at'] === 'string' &&
      isStamp(version['at']) &&
      (version['value'] === null || ['string', 'number', 'boolean'].includes(typeof version['value'])),
  )

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Record with the newest version of each field. */
export const dropHistory = ({ erased, fields }: SharedRecord): SharedRecord => ({
  erased,
  fields: Object.fromEntries(
    Object.entries(fields).map(([name, versions]) => [name, versions.slice(0, 1)] as const),
  ),
})
