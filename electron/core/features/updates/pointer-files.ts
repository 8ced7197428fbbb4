import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { isVersion } from '#shared/update-feed/version.ts'

/** Files of an installation that name a version (docs/packages.md). `next` waits for the next start. */
type Pointer = 'current' | 'previous' | 'trial' | 'next'

export interface PointerFiles {
  /** Version that it names; `null` without it, or with anything else in it. */
  read(name: Pointer): string | null
  /** Names another version, at once and durably. */
  write(name: Pointer, version: string): void
  remove(name: Pointer): void
}

export function createPointerFiles(installDir: string): PointerFiles {
  const path = (name: Pointer) => join(installDir, name)
  return {
    read(name) {
      try {
        const version = readFileSync(path(name), 'utf8').trim()
        return isVersion(version) ? version : null
      } catch {
        return null
      }
    },
    write(name, version) {
      const draft = `${path(name)}.new`
      const file = openSync(draft, 'w', 0o644)
      try {
        writeSync(file, `${version}\n`)
        fsyncSync(file)
      } finally {
        closeSync(file)
      }
      renameSync(draft, path(name))
      syncDirectorySync(installDir)
    },
    remove(name) {
      rmSync(path(name), { force: true })
      syncDirectorySync(installDir)
    },
  }
}

/** As `syncDirectory` does; synchronous, because nothing else may happen while versions are swapped. */
function syncDirectorySync(directory: string): void {
  try {
    const handle = openSync(directory, 'r')
    try {
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
  } catch {
    // Windows cannot open a directory, and does not need to.
  }
}
