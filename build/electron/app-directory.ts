import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import manifest from '../../package.json' with { type: 'json' }
import { compactScripts } from '../packages/compact-scripts.ts'
import { PRODUCT } from '../packages/product.ts'
import { stageModules } from '../packages/stage-modules.ts'
import type { ElectronTarget } from './targets.ts'

export interface AppDirectoryOptions {
  /** The project, built: `out/` is in it. */
  root: string
  target: ElectronTarget
  /** Emptied before. */
  outDir: string
}

/** Of `out/main`, what only the lightweight edition runs, and what is placed beside the ASAR. */
const NOT_OF_THE_DESKTOP = new Set(['web.js', 'web-program.js', 'native-host.cjs'])

/**
 * Makes the directory that becomes the ASAR: the bundles, the two modules with compiled parts, and a manifest that says
 * nothing of development. What is listed is copied, so that nothing comes along by not being excluded.
 */
export async function makeAppDirectory({ root, target, outDir }: AppDirectoryOptions): Promise<void> {
  await rm(outDir, { recursive: true, force: true })
  await mkdir(outDir, { recursive: true })
  const copy = (path: string) => cp(join(root, path), join(outDir, path), { recursive: true })
  for (const name of await readdir(join(root, 'out', 'main')))
    if (!NOT_OF_THE_DESKTOP.has(name)) await copy(join('out', 'main', name))
  await copy('out/preload')
  await copy('out/renderer')
  // The bill of materials of the other edition.
  await rm(join(outDir, 'out', 'renderer', 'licences', 'sbom-web.cdx.json'))
  for (const platform of target.prebuilds) await stageModules(root, outDir, platform)
  await compactScripts(join(outDir, 'out', 'main'))
  await compactScripts(join(outDir, 'node_modules'))
  await writeFile(join(outDir, 'package.json'), `${JSON.stringify(appManifest(), null, 2)}\n`)
}

/** Electron reads its name, entry and desktop file; the rest is for electron-builder. */
const appManifest = () => ({
  // Windows installs each edition in the directory of its name, and its removal empties that.
  name: `${PRODUCT.name}-desktop`,
  version: PRODUCT.version,
  description: PRODUCT.summary,
  homepage: PRODUCT.homepage,
  author: { name: PRODUCT.publisher, email: /<(.+)>/.exec(PRODUCT.maintainer)?.[1] ?? '' },
  license: manifest.license,
  type: 'module',
  main: manifest.main,
  // Wayland finds the icon of a window by it; it is the name of the desktop file that the packages install.
  desktopName: `${PRODUCT.appId}.desktop`,
})
