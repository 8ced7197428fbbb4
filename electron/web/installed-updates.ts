import { spawn } from 'node:child_process'
import { basename } from 'node:path'
import type { StoreState } from '#shared/bridge/slices.ts'
import type { UpdateFailure } from '#shared/bridge/updates.ts'
import type { ResolveProxy } from '../core/api/dispatchers.ts'
import { createDirectoryEngine } from '../core/features/updates/directory-engine.ts'
import { createInstallation, type StartFinding } from '../core/features/updates/installation.ts'
import { type UpdateEngine, updateFailure } from '../core/features/updates/update-engine.ts'
import { createUpdateServer } from '../core/features/updates/update-server.ts'
import type { Log } from '../core/runtime/log.ts'
import { type PackagedEdition, readUpdateSource } from '../packaged-edition.ts'

export interface InstalledUpdatesDeps {
  edition: PackagedEdition
  resolveProxy: ResolveProxy
  log: Pick<Log, 'info' | 'warn' | 'error'>
}

/** Updates of a packaged web host, for its start and its end. */
export interface InstalledUpdates {
  readonly version: string
  isOnTrial(): boolean
  /**
   * Finishes an interrupted update. Call it while this process holds the data directory, and before anything is
   * opened.
   */
  finishSwap(undone: string | null): StartFinding & { failure?: UpdateFailure }
  /** @param restart ends the process in order, then starts the next process */
  engine(restart: () => void): UpdateEngine
  /**
   * Confirms that this version works. It can no longer be undone, and versions older than the previous one are
   * removed.
   */
  confirm(): void
  /** Puts the downloaded version in the place of this one. */
  swap(): void
  /** Makes the launcher start the installed version. */
  launch(args: readonly string[]): void
}

const UNDONE_OPTION = /^--update-undone(?:=|$)/

export function createInstalledUpdates({
  edition,
  resolveProxy,
  log,
}: InstalledUpdatesDeps): InstalledUpdates {
  const { versionDir, installDir, launcher } = edition
  const version = basename(versionDir)
  const installation = createInstallation({ installDir, version })

  function launch(args: readonly string[]): void {
    const own = args.filter((one) => !UNDONE_OPTION.test(one))
    // The child outlives this process, and continues in its terminal.
    const child = spawn(launcher, own, { detached: true, stdio: 'inherit', windowsHide: true })
    child.on('error', (error) => log.error('updates: the launcher could not be started', error))
    child.unref()
  }

  return {
    version,
    isOnTrial: () => edition.package !== 'deb' && installation.isOnTrial(),
    finishSwap(undone) {
      if (edition.package === 'deb') return { do: 'start', undone: null }
      try {
        return installation.finishSwap(undone)
      } catch (error) {
        log.warn(`updates: the installation cannot be changed: ${String(error)}`)
        return { do: 'start', undone, failure: updateFailure(error) }
      }
    },
    engine: (restart) =>
      createDirectoryEngine({
        installation,
        package: edition.package,
        platform: edition.platform,
        source: readUpdateSource(versionDir),
        server: createUpdateServer({ resolveProxy }),
        restart,
      }),
    confirm() {
      if (edition.package === 'deb') return
      try {
        if (installation.isOnTrial()) installation.confirm()
        // Do not wait: there are thousands of files.
        installation
          .sweep()
          .catch((error: unknown) => log.warn(`updates: old versions stay: ${String(error)}`))
      } catch (error) {
        log.error('updates: the installation could not be put in order', error)
      }
    },
    swap: () => void installation.swap(),
    launch,
  }
}

/** True if a version on trial cannot open the store. The previous version may be able to open it. */
export const isFailedTrial = (isOnTrial: boolean, store: Pick<StoreState, 'state'>): boolean =>
  isOnTrial && store.state === 'failed'
