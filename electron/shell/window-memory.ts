import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import * as z from 'zod'
import { settingsSchema } from '#shared/bridge/slices.ts'

const coordinate = z.number().int().min(-100_000).max(100_000)
const size = z.number().int().min(1).max(100_000)

const memorySchema = z.object({
  bounds: z.object({ x: coordinate, y: coordinate, width: size, height: size }).nullable().catch(null),
  maximized: z.boolean().catch(false),
  zoomLevel: z.number().min(-5).max(5).catch(0),
  /** The user has read that closing only hides the window. */
  hidingExplained: z.boolean().catch(false),
  /** Gives the first paint the page's colour: settings are not open yet. */
  theme: settingsSchema.shape.theme.catch('system'),
})

/** State of the window when last closed. It reveals nothing of the data on screen. */
type WindowMemory = z.infer<typeof memorySchema>

const NOTHING: WindowMemory = {
  bounds: null,
  maximized: false,
  zoomLevel: 0,
  hidingExplained: false,
  theme: 'system',
}

export interface WindowMemoryFile {
  read(): WindowMemory
  /**
   * Keeps the rest as it is. Synchronous: the window is closing. A failure is not worth stopping for.
   */
  write(change: Partial<WindowMemory>): void
}

export function createWindowMemory(path: string): WindowMemoryFile {
  function read(): WindowMemory {
    try {
      return memorySchema.safeParse(JSON.parse(readFileSync(path, 'utf8'))).data ?? NOTHING
    } catch {
      return NOTHING
    }
  }

  return {
    read,
    write(change) {
      try {
        writeFileSync(`${path}.new`, JSON.stringify({ ...read(), ...change }), { mode: 0o600 })
        renameSync(`${path}.new`, path)
      } catch {
        // The next window opens at the last known place, or in the middle.
      }
    },
  }
}
