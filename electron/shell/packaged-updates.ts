import { dirname } from 'node:path'
import type { ResolveProxy } from '../core/api/dispatchers.ts'
import type { UpdateEngine } from '../core/features/updates/update-engine.ts'
import { createUpdateServer } from '../core/features/updates/update-server.ts'
import { mayWrite } from '../core/runtime/may-write.ts'
import { readUpdateSource } from '../update-source.ts'
import { createElectronUpdates, ownerOf } from './updates.ts'

/** Updates of a packaged application. electron-updater is loaded with the first download. */
export function createPackagedUpdates(resolveProxy: ResolveProxy): UpdateEngine {
  return createElectronUpdates({
    async load() {
      const { autoUpdater, CancellationToken } = await import('electron-updater')
      return { updater: autoUpdater, newToken: () => new CancellationToken() }
    },
    server: createUpdateServer({ resolveProxy }),
    source: readUpdateSource(process.resourcesPath),
    owner: ownerOf(true, process.platform, process.env, () => mayWrite(dirname(process.execPath))),
    platform: process.platform,
    arch: process.arch,
  })
}
