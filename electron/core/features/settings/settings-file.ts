import { readFile } from 'node:fs/promises'
import type * as z from 'zod'
import { withoutUndefined } from '#shared/domain/without-undefined.ts'
import { writeDurably } from '../../keychain/file-secrets.ts'
import { createSerialQueue } from '../../runtime/serial-queue.ts'

/** A settings file of this PC, published on a slice. It holds values, and groups of values. */
export interface SettingsFile<T> {
  /** Reads the file. */
  load(): Promise<void>
  /**
   * Merges a change into the result of the previous one; of a group, only the named values. Written to disk
   * before any window shows it, and after the file was read: an early change would otherwise replace the rest
   * by the defaults.
   */
  update(change: SettingsChange<T>): Promise<T>
}

/** Values to change; of a group, only the named ones. */
export type SettingsChange<T> = {
  [K in keyof T]?: (T[K] extends object ? { [P in keyof T[K]]?: T[K][P] | undefined } : T[K]) | undefined
}

export interface SettingsFileDeps<T extends object> {
  path: string
  schema: z.ZodType<T> & { shape: Record<keyof T & string, Schema> }
  defaults: T
  /** Former names of the values in files of earlier versions, by today's. */
  formerNames?: Readonly<Partial<Record<keyof T, string>>>
  show: (settings: T) => void
}

interface Schema {
  safeParse(value: unknown): { success: boolean; data?: unknown }
  /** Schemas of a group's values. */
  shape?: Record<string, Schema>
}

export function createSettingsFile<T extends object>(deps: SettingsFileDeps<T>): SettingsFile<T> {
  const { path, schema, defaults, formerNames = {}, show } = deps
  const inTurn = createSerialQueue()
  let held: T | undefined

  const read = async (): Promise<T> =>
    (held ??= schema.parse(tolerant(schema.shape, renamed(await parsed(path), formerNames), defaults)))

  return {
    load: () => inTurn(async () => show(await read())),
    update: (change) =>
      inTurn(async () => {
        const next = schema.parse(merged(await read(), change))
        await writeDurably(path, `${JSON.stringify(next, null, 2)}\n`)
        held = next
        show(next)
        return next
      }),
  }
}

async function parsed(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch {
    return null
  }
}

const renamed = (kept: unknown, formerNames: Readonly<Record<string, string>>): unknown =>
  isGroup(kept)
    ? {
        ...Object.fromEntries(Object.entries(formerNames).map(([name, former]) => [name, kept[former]])),
        ...kept,
      }
    : kept

/** Parses the values one by one: an unknown or invalid one falls back to its default, alone. */
function tolerant(shape: Record<string, Schema>, kept: unknown, defaults: object): object {
  const values = Object.entries(defaults).map(([name, normal]: [string, unknown]) => {
    const schema = shape[name]
    const value = isGroup(kept) ? kept[name] : undefined
    if (schema?.shape && isGroup(normal)) return [name, tolerant(schema.shape, value, normal)]
    const { success, data } = schema?.safeParse(value) ?? { success: false }
    return [name, success ? data : normal]
  })
  return Object.fromEntries(values)
}

const merged = (now: object, change: object): object => ({
  ...now,
  ...Object.fromEntries(
    Object.entries(withoutUndefined(change)).map(([name, value]: [string, unknown]) => {
      const before = isGroup(now) ? now[name] : undefined
      return [name, isGroup(before) && isGroup(value) ? { ...before, ...withoutUndefined(value) } : value]
    }),
  ),
})

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
