import { fakeEvent, later } from './fake-events.ts'

type Changes = Record<string, { oldValue?: unknown; newValue?: unknown }>

/** An area of the extension's storage: all of its contexts hear of a change. */
export function fakeStorage(kept: Record<string, unknown> = {}) {
  const values = new Map(Object.entries(kept))
  const onChanged = fakeEvent<[Changes]>()
  const tell = (changes: Changes) => later(() => void onChanged.emit(changes))
  return {
    onChanged,
    get: async (keys?: string | string[] | null) => {
      const wanted = keys == null ? [...values.keys()] : [keys].flat()
      return Object.fromEntries(
        wanted.flatMap((key) => (values.has(key) ? [[key, structuredClone(values.get(key))]] : [])),
      )
    },
    set: async (items: Record<string, unknown>) => {
      const changes: Changes = {}
      for (const [key, value] of Object.entries(items)) {
        changes[key] = { oldValue: values.get(key), newValue: structuredClone(value) }
        values.set(key, structuredClone(value))
      }
      tell(changes)
    },
    remove: async (key: string) => {
      const changes: Changes = { [key]: { oldValue: values.get(key) } }
      values.delete(key)
      tell(changes)
    },
  }
}
