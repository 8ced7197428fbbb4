import type { DeviceRow, OfficeRow } from '../store/store.ts'
import type { StoredEvent } from '../store/writes.ts'

/** Offices and their lists at one moment. */
export type Offices = readonly Pick<OfficeRow, 'id' | 'name' | 'head'>[]

/**
 * What is wrong with the offices of a restored copy. The live ones go on meanwhile: a list of the copy ends where the
 * live one ended at some moment between before the backup and after it.
 */
export function officeProblems(before: Offices, restored: Offices, after: Offices): string[] {
  const [copies, later] = [byId(restored), byId(after)]
  return before.flatMap(({ id, name, head }) => {
    const copy = copies.get(id)
    if (copy === undefined) return [`office ${id} is missing`]
    const renamed = [name, later.get(id)?.name].includes(copy.name) ? [] : [`office ${id} has another name`]
    const end = later.get(id)?.head ?? copy.head
    if (copy.head >= head && copy.head <= end) return renamed
    return [...renamed, `the list of office ${id} ends at ${copy.head}, and the live one at ${head} or later`]
  })
}

type Devices = readonly Pick<DeviceRow, 'id'>[]

/** What is wrong with the PCs of an office: those that it had before and after must be there, and no others. */
export function deviceProblems(
  officeId: number,
  before: Devices,
  restored: Devices,
  after: Devices,
): string[] {
  const ids = (devices: Devices) => new Set(devices.map(({ id }) => id))
  const [first, copy, last] = [ids(before), ids(restored), ids(after)]
  const missing = [...first].filter((id) => last.has(id) && !copy.has(id)).length
  const unknown = [...copy].filter((id) => !first.has(id) && !last.has(id)).length
  return [
    ...(missing === 0 ? [] : [`${missing} PCs of office ${officeId} are missing`]),
    ...(unknown === 0 ? [] : [`office ${officeId} has ${unknown} PCs that the live one has not`]),
  ]
}

type Content = Pick<StoredEvent, 'seq' | 'receivedMs' | 'body'>

/**
 * What is wrong with some events of an office, read from the copy and then from the live list.
 * @param from first number that was asked for
 * @param upTo last number that was asked for
 */
export function eventProblems(
  officeId: number,
  { from, upTo }: { from: number; upTo: number },
  restored: readonly Content[],
  live: readonly Content[],
): string[] {
  const copies = new Map(restored.map((event) => [event.seq, event]))
  const expected = Array.from({ length: Math.max(0, upTo - from + 1) }, (_, index) => from + index)
  const missing = expected.filter((seq) => !copies.has(seq)).length
  // What retention has taken from the live list meanwhile cannot be compared.
  const changed = live.filter((event) => {
    const copy = copies.get(event.seq)
    return copy !== undefined && (copy.body !== event.body || copy.receivedMs !== event.receivedMs)
  }).length
  return [
    ...(missing === 0 ? [] : [`${missing} events of office ${officeId} are missing`]),
    ...(changed === 0 ? [] : [`${changed} events of office ${officeId} differ from the live ones`]),
  ]
}

const byId = (offices: Offices) => new Map(offices.map((office) => [office.id, office]))
