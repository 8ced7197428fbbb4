import { arch, platform, release } from 'node:os'
import type { AboutHost } from '#shared/bridge/about.ts'
import { ok } from '#shared/bridge/result.ts'
import type { CommandsOf } from '../../bridge/router.ts'

export interface AboutDeps {
  dataDir: string
  version: string
  /** Where this core runs, and what brought it. */
  about: AboutHost
}

export function aboutCommands({ dataDir, version, about }: AboutDeps): CommandsOf<'about'> {
  return {
    'about.read': () =>
      ok({
        ...about,
        version,
        system: { platform: platform(), release: release(), arch: arch() },
        node: process.versions.node,
        electron: process.versions['electron'] ?? null,
        chromium: process.versions['chrome'] ?? null,
        dataDirectory: dataDir,
      }),
  }
}
