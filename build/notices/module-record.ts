import { resolve } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { packageDirOf } from './package.ts'

/** Bundles that a module is shipped in. */
export type BundleName = 'main' | 'preload' | 'renderer' | 'extension'

/**
 * What the bundler really put into the bundles: packages, and the tools whose own code went in with them. Taken from its
 * graph, since a manifest tells neither what is used of a dependency's dependencies nor what is not.
 */
export interface ModuleRecord {
  /** Plugin of each build, worker builds among them, that belongs to a bundle. */
  record: (bundle: BundleName) => Plugin
  /** Directories of the packages found, and the bundles that each is in. */
  packages: () => ReadonlyMap<string, ReadonlySet<BundleName>>
  /** Those of which a module is minified already, and may have others inside. */
  prebuilt: () => ReadonlySet<string>
  /** Modules that come from neither a file nor a known tool, so that their licence is unknown. */
  unknown: () => readonly string[]
}

/** Tools whose helpers go into what they build, by the names of the modules that these come as. */
const HELPERS: readonly (readonly [RegExp, string])[] = [
  [/^\0?rolldown\//, 'rolldown'],
  [/^\0?vite\/|^__vite-/, 'vite'],
]
/** electron-vite writes its own into a finished chunk. */
const SHIMS = '// -- CommonJS Shims --'

/** @param toolDir directory of a build tool's package */
export function createModuleRecord(toolDir: (name: string) => string): ModuleRecord {
  const packages = new Map<string, Set<BundleName>>()
  const prebuilt = new Set<string>()
  const unknown = new Set<string>()

  function add(dir: string, bundle: BundleName): void {
    packages.set(dir, (packages.get(dir) ?? new Set()).add(bundle))
  }
  function addModule(id: string, bundle: BundleName): void {
    const helper = HELPERS.find(([pattern]) => pattern.test(id))
    if (helper) return add(toolDir(helper[1]), bundle)
    // Without the marks of plugins and `?url`.
    const path = id.replace(/^\0+/, '').replace(/\?.*$/, '')
    const dir = packageDirOf(path)
    if (dir !== null) {
      add(dir, bundle)
      if (/\.min\.[cm]?js$/.test(path)) prebuilt.add(dir)
    } else if (!/^(?:[a-z]:)?[\\/]/i.test(path)) unknown.add(id)
  }
  function addFile(
    file: Rolldown.OutputAsset | Rolldown.OutputChunk,
    root: string,
    bundle: BundleName,
  ): void {
    if (file.type === 'asset') {
      for (const path of file.originalFileNames) addModule(resolve(root, path), bundle)
      return
    }
    for (const id of Object.keys(file.modules)) addModule(id, bundle)
    if (file.code.includes(SHIMS)) add(toolDir('electron-vite'), bundle)
  }

  return {
    record(bundle) {
      let root = ''
      return {
        name: 'module-record',
        // After the plugins that write into chunks.
        enforce: 'post',
        configResolved(config) {
          root = config.root
        },
        generateBundle(_options, output) {
          for (const file of Object.values(output)) addFile(file, root, bundle)
          // A style sheet is no module of a chunk once it is in a file of its own.
          for (const id of this.getModuleIds()) if (/\.css(?:\?|$)/.test(id)) addModule(id, bundle)
        },
      }
    },
    packages: () => packages,
    prebuilt: () => prebuilt,
    unknown: () => [...unknown].toSorted(),
  }
}
