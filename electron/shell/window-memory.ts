import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import * as z from 'zod'
import { settingsSchema } from '#shared/bridge/slices.ts'

const coordinate = z.number().int().min(-100_000).max(100_000)
const size = z.number().int().min(1).max(100_000)

const memorySchema = z.object({
  bounds: z.object({ x: coordinate, y: coordinate, width: size, height: size }).nullable().catch(null),
  maximized: z.boolean().catch(false),
  zoomLevel: z.number().min(-5).max(5).catch(0),
  /** So that the first thing painted has the colour of what follows: settings are not open yet. */
  theme: settingsSchema.shape.theme.catch('system'),
})

/** How the window was when it was last closed. Nothing in it says what was being looked at. */
export type WindowMemory = z.infer<typeof memorySchema>

const NOTHING: WindowMemory = { bounds: null, maximized: false, zoomLevel: 0, theme: 'system' }

export interface WindowMemoryFile {
  read(): WindowMemory
  /** At once: the window is on its way out. Whether it works is not worth stopping for. */
  write(memory: WindowMemory): void
}

export function createWindowMemory(path: string): WindowMemoryFile {
  return {
    read() {
      try {
        return memorySchema.safeParse(JSON.parse(readFileSync(path, 'utf8'))).data ?? NOTHING
      } catch {
        return NOTHING
      }
    },
    write(memory) {
      try {
        writeFileSync(`${path}.new`, JSON.stringify(memory), { mode: 0o600 })
        renameSync(`${path}.new`, path)
      } catch {
        // The next window is where the last one was, or in the middle.
      }
    },
  }
}
