import type { Db } from './open.ts'

/** Named integers kept in the store. */
export interface Counters {
  read(name: string): number
  write(name: string, value: number): void
}

export function createCounters(db: Db): Counters {
  const read = db.prepare<[string], { value: number }>('SELECT value FROM counter WHERE name = ?')
  const write = db.prepare<[string, number]>(
    'INSERT INTO counter (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  )
  return {
    read: (name) => read.get(name)?.value ?? 0,
    write: (name, value) => void write.run(name, value),
  }
}
