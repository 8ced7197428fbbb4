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

/**
 * Files of an installation that each name a version (docs/packages.md). `next` names the version for the next start.
 */
type Pointer = 'current' | 'previous' | 'trial' | 'next'

interface PointerFiles {
  /** Version in the file. `null` if the file is missing or has other content. */
  read(name: Pointer): string | null
  /** Writes another version, immediately and durably. */
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

/** Like `syncDirectory`, but synchronous, because nothing else may happen while versions are swapped. */
function syncDirectorySync(directory: string): void {
  try {
    const handle = openSync(directory, 'r')
    try {
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
  } catch {
    // Windows cannot open a directory. It does not need this flush.
  }
}

export interface InstallationDeps {
  installDir: string
  /** Running version. */
  version: string
}

/** Finding at a start, before anything is opened. */
export type StartFinding =
  /** Another version was put in place. It must start instead of this version. */
  | { do: 'restart'; version: string }
  /** This version starts. `undone`: the version that failed to start before. */
  | { do: 'start'; undone: string | null }

/**
 * Versions of a self-updating lightweight edition, and the pointer to the version that starts. Every change is a
 * rename, and the launcher can start every intermediate state.
 */
export interface Installation {
  readonly installDir: string
  /** True while this version has not been confirmed. */
  isOnTrial(): boolean
  /** Confirms that this version works. The launcher no longer watches it. */
  confirm(): void
  /** Version that waits for the next start. */
  next(): string | null
  /** Version that replaced the running one. `null` if this process made the replacement, or if there was none. */
  getReplacement(): string | null
  /** Empty directory to unpack a version into. An earlier attempt is removed. */
  createDraftDirectory(version: string): Promise<string>
  /** The draft is complete. The next start uses it. */
  markReady(version: string): Promise<void>
  /** Cancels the version that was ready for the next start. */
  cancelNext(): void
  /**
   * Replaces this version by the waiting version.
   * @returns false if no version waits
   */
  swap(): boolean
  /**
   * Completes a swap that a kill interrupted.
   * @param undone version that the launcher reports as undone
   */
  finishSwap(undone: string | null): StartFinding
  /** Removes versions that no pointer names any more. */
  sweep(): Promise<void>
}

export function createInstallation({ installDir, version }: InstallationDeps): Installation {
  const pointers = createPointerFiles(installDir)
  const versions = join(installDir, 'versions')
  const getDirectory = (one: string) => join(versions, one)
  const exists = (one: string | null) => one !== null && existsSync(join(getDirectory(one), 'edition.json'))

  let isSwapped = false

  function swap(): boolean {
    const next = pointers.read('next')
    if (next === null || !exists(next) || next === version) return false
    // The order matters. Until `current` is renamed, this version starts. From then on the launcher has a version to
    // go back to and the mark that a trial is running.
    isSwapped = true
    pointers.write('previous', version)
    pointers.write('trial', next)
    pointers.write('current', next)
    pointers.remove('next')
    return true
  }

  /**
   * After an undo, `current` and `previous` name the same version, and the directory of the newer version is still
   * there.
   */
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
    getReplacement() {
      const current = pointers.read('current')
      return !isSwapped && exists(current) && current !== version ? current : null
    },
    async createDraftDirectory(next) {
      const draft = getDirectory(`${next}.new`)
      await rm(draft, { recursive: true, force: true })
      await mkdir(draft, { recursive: true })
      return draft
    },
    async markReady(next) {
      // An earlier attempt may be complete, but its content was not checked now.
      if (existsSync(getDirectory(next))) {
        const old = getDirectory(`${next}.old`)
        await rm(old, { recursive: true, force: true })
        renameSync(getDirectory(next), old)
      }
      renameSync(getDirectory(`${next}.new`), getDirectory(next))
      await syncDirectory(versions)
      pointers.write('next', next)
    },
    cancelNext: () => pointers.remove('next'),
    swap,
    finishSwap(undone) {
      const trial = pointers.read('trial')
      const next = pointers.read('next')
      // A swap was interrupted, or the trial was undone. This version is not on trial.
      if (trial !== null && trial !== version) pointers.remove('trial')
      // The version is in place. Only this last step is missing.
      if (next !== null && (next === version || !exists(next))) pointers.remove('next')
      // After a power failure during a swap, the launcher wrongly reports an undone version. A version that was
      // really undone is no longer `next`, unless the failure came after the last rename. The swap is then retried
      // once.
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
          // Rename first, because a half-deleted version must not look like a version.
          const doomed = one.endsWith('.old') || one.endsWith('.new') ? one : `${one}.old`
          if (doomed !== one) {
            // A version that was unpacked twice may have left this directory.
            await rm(getDirectory(doomed), { recursive: true, force: true })
            renameSync(getDirectory(one), getDirectory(doomed))
          }
          await rm(getDirectory(doomed), { recursive: true, force: true })
        } catch {
          // Windows does not remove files that are still running. The next start removes them.
        }
      }
    },
  }
}

/** True if this user may change an installation. */
export const mayChange = (installDir: string): boolean => mayWrite(installDir, join(installDir, 'versions'))
