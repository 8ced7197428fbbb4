import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { z } from 'zod'

const manifestSchema = z.object({
  name: z.string(),
  version: z.string(),
  license: z.union([z.string(), z.object({ type: z.string() })]).optional(),
  licenses: z.array(z.object({ type: z.string() })).optional(),
  author: z.union([z.string(), z.object({ name: z.string() })]).optional(),
  homepage: z.string().optional(),
  description: z.string().optional(),
  repository: z.union([z.string(), z.object({ url: z.string() })]).optional(),
  dependencies: z.record(z.string(), z.string()).default({}),
  optionalDependencies: z.record(z.string(), z.string()).default({}),
  peerDependencies: z.record(z.string(), z.string()).default({}),
})

/** Manifest and licence of an installed package. */
export interface InstalledPackage {
  dir: string
  name: string
  version: string
  /** SPDX expression; `null` if the manifest declares no licence. */
  licence: string | null
  author: string | null
  description: string | null
  home: string | null
  /** Text of the licence and notice files; `null` if the package has none. */
  text: string | null
  /** Names of the installed dependencies. */
  needs: readonly string[]
}

/** Directory of the package of a module; `null` for a module outside of every package. */
export function packageDirOf(path: string): string | null {
  const [, dir = null] = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)(?:[\\/]|$)/.exec(path) ?? []
  return dir
}

export function readPackage(dir: string): InstalledPackage {
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')))
  const { name, version, author, repository } = manifest
  const source = typeof repository === 'string' ? repository : repository?.url
  return {
    dir,
    name,
    version,
    licence: declaredLicence(manifest),
    author: (typeof author === 'string' ? author.replace(/\s*[<(].*$/, '') : author?.name) || null,
    description: manifest.description ?? null,
    home: webAddress(manifest.homepage) ?? webAddress(source),
    text: licenceText(dir),
    needs: Object.keys({
      ...manifest.dependencies,
      ...manifest.optionalDependencies,
      ...manifest.peerDependencies,
    }).toSorted(),
  }
}

function declaredLicence({ license, licenses }: z.infer<typeof manifestSchema>): string | null {
  if (typeof license === 'string') return license || null
  if (license) return license.type
  return licenses && licenses.length > 0 ? `(${licenses.map(({ type }) => type).join(' OR ')})` : null
}

/** Converts `git+https://github.com/a/b.git`, `github:a/b` and `a/b` to the address of a page. */
function webAddress(said: string | undefined): string | null {
  if (!said) return null
  const short = /^(?:github:)?([\w.-]+\/[\w.-]+)$/.exec(said)?.[1]
  const address = short ? `https://github.com/${short}` : said
  const url = address.replace(/^git\+/, '').replace(/^(?:git|ssh):\/\/(?:git@)?/, 'https://')
  return /^https?:\/\//.test(url) ? url.replace(/\.git(?=#|$)/, '').replace(/^http:/, 'https:') : null
}

const LICENCE_FILE = /^(?:licen[cs]e|copying|notice|copyright|ofl)(?:[-.].*)?$/i
const MARKED_UP = /\.(?:html?|spdx|json|[cm]?[jt]s)$/i

function licenceText(dir: string): string | null {
  const files = readdirSync(dir, { withFileTypes: true })
    .filter((entry) => entry.isFile() && LICENCE_FILE.test(entry.name) && !MARKED_UP.test(entry.name))
    .map(({ name }) => name)
    .toSorted()
  const texts = files.map((file) => readFileSync(join(dir, file), 'utf8'))
  return texts.length === 0 ? null : tidyText(texts.join('\n\n'))
}

/** Normalizes line ends, so that packages with equal texts share one. */
export const tidyText = (text: string): string =>
  text
    .replace(/^\uFEFF/, '')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[ \t]+$/gm, '')
    .replaceAll(/^\n+|\n+$/g, '')

/** Directory of a dependency, as Node finds it; `null` if it is not installed, like an unused peer dependency. */
export function neededDir(from: string, name: string): string | null {
  for (const folder of createRequire(join(from, 'package.json')).resolve.paths(name) ?? []) {
    const dir = join(folder, name)
    try {
      readFileSync(join(dir, 'package.json'))
      return dir
    } catch {
      // The next folder up may have the package.
    }
  }
  return null
}

/** A package with all its installed dependencies, direct and indirect. */
export function closureOf(dir: string): readonly string[] {
  const found = new Set([dir])
  for (const one of found)
    for (const name of readPackage(one).needs) {
      const needed = neededDir(one, name)
      if (needed !== null) found.add(needed)
    }
  return [...found].toSorted()
}

/** Bundles that a module is shipped in. */
export type BundleName = 'main' | 'preload' | 'renderer' | 'extension'

/**
 * Content of the bundles: packages, and tools whose helper code was bundled. It is read from the module graph,
 * because manifests do not tell which parts of a dependency are used.
 */
export interface ModuleRecord {
  /** Creates the plugin for each build of a bundle, also for builds of its workers. */
  record: (bundle: BundleName) => Plugin
  /** Directories of the found packages, with the bundles that contain each. */
  packages: () => ReadonlyMap<string, ReadonlySet<BundleName>>
  /** Packages with a module that is already minified. The module may contain code of other packages. */
  prebuilt: () => ReadonlySet<string>
  /** Modules that come from neither a file nor a known tool, so that their licence is unknown. */
  unknown: () => readonly string[]
}

/** Tools that add helper code to a bundle, by the names of their virtual modules. */
const HELPERS: readonly (readonly [RegExp, string])[] = [
  [/^\0?rolldown\//, 'rolldown'],
  [/^\0?vite\/|^__vite-/, 'vite'],
]
/** Mark of electron-vite's helper code, which it writes into a finished chunk. */
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
    // Drop the prefix of plugins, and `?url`.
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
        // Run after the plugins that write into chunks.
        enforce: 'post',
        configResolved(config) {
          root = config.root
        },
        generateBundle(_options, output) {
          for (const file of Object.values(output)) addFile(file, root, bundle)
          // A style sheet that becomes its own file is not a module of its chunk.
          for (const id of this.getModuleIds()) if (/\.css(?:\?|$)/.test(id)) addModule(id, bundle)
        },
      }
    },
    packages: () => packages,
    prebuilt: () => prebuilt,
    unknown: () => [...unknown].toSorted(),
  }
}
