import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
  existsSync,
  readdirSync,
} from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isVersion, compareVersions } from '#shared/update-feed/version.ts'
import { mayWrite, syncDirectory } from '../../runtime/directories.ts'

/** Files of an installation that name a version (docs/packages.md). `next` waits for the next start. */
type Pointer = 'current' | 'previous' | 'trial' | 'next'

interface PointerFiles {
  /** Version in the file; `null` if the file is missing or has anything else. */
  read(name: Pointer): string | null
  /** Names another version, at once and durably. */
  write(name: Pointer, version: string): void
  remove(name: Pointer): void
}

function createPointerFiles(installDir: string): PointerFiles {
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

export interface InstallationDeps {
  installDir: string
  /** Version that runs. */
  version: string
}

/** State found at a start, before anything is opened. */
export type StartFinding =
  /** Another version was put in place, and starts instead of this one. */
  | { do: 'restart'; version: string }
  /** This version starts. `undone`: the version that failed to start before. */
  | { do: 'start'; undone: string | null }

/**
 * Versions of a self-updating lightweight edition, and the pointer to the one that starts. Every change is a rename,
 * and the launcher can start every state in between.
 */
export interface Installation {
  readonly installDir: string
  /** True while this version has not been confirmed. */
  isOnTrial(): boolean
  /** This version works: the launcher no longer watches it. */
  confirm(): void
  /** Version that waits for the next start. */
  next(): string | null
  /** Another version that replaced this one, unless this process did it. */
  replacedBy(): string | null
  /** Empty directory to unpack a version into, in place of an earlier attempt. */
  draftOf(version: string): Promise<string>
  /** The draft is whole: it starts with the next start. */
  markReady(version: string): Promise<void>
  /** Cancels a version that was ready to start. */
  forget(): void
  /** Puts the waiting version in the place of this one. @returns false if none waits */
  swap(): boolean
  /**
   * Completes a swap that a kill interrupted.
   * @param undone version that the launcher reports as undone
   */
  finishSwap(undone: string | null): StartFinding
  /** Removes versions that nothing starts any more. */
  sweep(): Promise<void>
}

export function createInstallation({ installDir, version }: InstallationDeps): Installation {
  const pointers = createPointerFiles(installDir)
  const versions = join(installDir, 'versions')
  const directoryOf = (one: string) => join(versions, one)
  const exists = (one: string | null) => one !== null && existsSync(join(directoryOf(one), 'edition.json'))

  let isSwapped = false

  function swap(): boolean {
    const next = pointers.read('next')
    if (next === null || !exists(next) || next === version) return false
    // In this order: until `current` is renamed this version starts, and from then on the launcher has both a version to
    // go back to and the mark that it may have to.
    isSwapped = true
    pointers.write('previous', version)
    pointers.write('trial', next)
    pointers.write('current', next)
    pointers.remove('next')
    return true
  }

  /** An undoing leaves `current` and `previous` alike, and the version that did not start beside them. */
  function findUndone(): string | null {
    if (pointers.read('current') !== version || pointers.read('previous') !== version) return null
    const newer = readdirSync(versions).filter((one) => isVersion(one) && compareVersions(one, version) > 0)
    return newer.toSorted(compareVersions).at(-1) ?? null
  }

  return {
    installDir,
    isOnTrial: () => pointers.read('trial') === version,
    confirm: () => pointers.remove('trial'),
    next: () => pointers.read('next'),
    replacedBy() {
      const current = pointers.read('current')
      return !isSwapped && exists(current) && current !== version ? current : null
    },
    async draftOf(next) {
      const draft = directoryOf(`${next}.new`)
      await rm(draft, { recursive: true, force: true })
      await mkdir(draft, { recursive: true })
      return draft
    },
    async markReady(next) {
      // An earlier attempt may be complete, but it is not the content that was checked now.
      if (existsSync(directoryOf(next))) {
        const old = directoryOf(`${next}.old`)
        await rm(old, { recursive: true, force: true })
        renameSync(directoryOf(next), old)
      }
      renameSync(directoryOf(`${next}.new`), directoryOf(next))
      await syncDirectory(versions)
      pointers.write('next', next)
    },
    forget: () => pointers.remove('next'),
    swap,
    finishSwap(undone) {
      const trial = pointers.read('trial')
      const next = pointers.read('next')
      // A swap was interrupted, or the trial was undone: this is not the version on trial.
      if (trial !== null && trial !== version) pointers.remove('trial')
      // The version is in place. Only this last step is missing.
      if (next !== null && (next === version || !exists(next))) pointers.remove('next')
      // After a power failure during a swap, the launcher wrongly reports an undone version. A version that was really
      // undone is no longer `next`, unless the failure came after the last rename. The swap is then tried once more.
      const isCutOff = undone !== null && undone === next
      if ((undone === null || isCutOff) && swap()) return { do: 'restart', version: next ?? version }
      const found = undone ?? (pointers.read('next') === null ? findUndone() : null)
      return { do: 'start', undone: found === version ? null : found }
    },
    async sweep() {
      const kept = new Set([
        version,
        pointers.read('current'),
        pointers.read('previous'),
        pointers.read('next'),
      ])
      for (const one of readdirSync(versions)) {
        if (kept.has(one)) continue
        try {
          // Renamed first: half a version must not look like one.
          const doomed = one.endsWith('.old') || one.endsWith('.new') ? one : `${one}.old`
          if (doomed !== one) {
            // The version may have been unpacked twice.
            await rm(directoryOf(doomed), { recursive: true, force: true })
            renameSync(directoryOf(one), directoryOf(doomed))
          }
          await rm(directoryOf(doomed), { recursive: true, force: true })
        } catch {
          // Windows does not remove what still runs: the next start does.
        }
      }
    },
  }
}

/** True if this user may change an installation. */
export const mayChange = (installDir: string): boolean => mayWrite(installDir, join(installDir, 'versions'))
