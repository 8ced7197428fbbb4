import { copyFile, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sbomPath } from '#shared/notices/editions.ts'
import { EDITION_FILE, type PackagedEdition } from '#electron/packaged-edition.ts'
import type { PackagedNode } from '../notices/other-node.ts'
import { writeNotices } from '../notices/write-notices.ts'
import { compactScripts } from './compact-scripts.ts'
import { writeUpdateSource } from './feed/update-source.ts'
import { fixTree } from './fixed-tree.ts'
import { extractNode, fetchNodePackage, NODE_DISTRIBUTIONS, nodeProgram } from './node-distributions.ts'
import { PRODUCT, type PackagePlatform } from './product.ts'
import { stageModules } from './stage-modules.ts'
import { stripBinaries } from './strip.ts'

export interface StageOptions {
  platform: PackagePlatform
  /** Package that will bring it: recorded in `edition.json`. */
  package: PackagedEdition['package']
  /** Directory to make the installation in; emptied before. */
  outDir: string
  /** The product's, except in tests of updates. */
  version?: string
  /** Modification time of every file, in seconds since 1970: the commit's date (`SOURCE_DATE_EPOCH`). */
  epoch: number
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const LAUNCHER = fileURLToPath(new URL('linux/launcher.sh', import.meta.url))

/** What `npm start` passes to Node, which keeps it small: the launcher reads it. */
const NODE_OPTIONS_FILE = 'node-options'

/** Built for the other edition. */
const OF_ELECTRON = new Set(['main.js'])

/**
 * Stages an installation of the lightweight edition, as docs/packages.md draws it: its launcher (Windows'
 * own comes from build/packages/windows), `current`, and one version. Takes what `npm run build` made.
 * @returns the installation directory
 */
export async function stageWebEdition(options: StageOptions): Promise<string> {
  const { platform, outDir, version = PRODUCT.version, epoch } = options
  const versionDir = join(outDir, 'versions', version)
  await rm(outDir, { recursive: true, force: true })
  await mkdir(versionDir, { recursive: true })

  const archive = await fetchNodePackage(NODE_DISTRIBUTIONS[platform], join(root, 'out', 'node'))
  await extractNode(archive, platform, versionDir)
  const binaries = await stageModules(root, versionDir, platform)
  await stripBinaries(platform, [join(versionDir, nodeProgram(platform)), ...binaries])
  await stageBundles(versionDir, version)
  await compactScripts(join(versionDir, 'out', 'main'))
  await compactScripts(join(versionDir, 'node_modules'))
  await writeNotices({
    rendererDir: join(versionDir, 'out', 'renderer'),
    edition: 'web',
    outDir: join(versionDir, 'licences'),
    node: await packagedNode(platform, versionDir),
  })

  const writeText = (path: string, text: string) => writeFile(join(outDir, path), `${text}\n`)
  const inVersion = (name: string) => join('versions', version, name)
  const manifest = { name: PRODUCT.name, version, private: true, type: 'module' }
  await writeText(inVersion('package.json'), JSON.stringify(manifest, null, 2))
  await writeText(inVersion(EDITION_FILE), JSON.stringify({ package: options.package, platform }))
  // A package manager updates what it installed.
  if (options.package !== 'deb') await writeUpdateSource(versionDir)
  await writeText(inVersion(NODE_OPTIONS_FILE), (await nodeOptions()).join(' '))
  await writeText('current', version)
  if (!platform.startsWith('win32')) await copyFile(LAUNCHER, join(outDir, PRODUCT.name))

  const programs = new Set([PRODUCT.name, inVersion(nodeProgram(platform))])
  await fixTree(outDir, epoch, (path) => programs.has(path))
  return outDir
}

/** Node of a platform, with its notices where its package has them: that of macOS is of another version. */
async function packagedNode(platform: PackagePlatform, versionDir: string): Promise<PackagedNode> {
  const { version: node, integrity } = NODE_DISTRIBUTIONS[platform]
  if (platform.startsWith('win32')) return { version: node, integrity }
  const file = join(versionDir, 'licences', 'node.txt')
  const licence = await readFile(file, 'utf8')
  // In the notices of everything.
  await rm(file)
  return { version: node, integrity, licence }
}

async function stageBundles(versionDir: string, version: string): Promise<void> {
  const main = join(versionDir, 'out', 'main')
  for (const directory of ['main', 'renderer'])
    await cp(join(root, 'out', directory), join(versionDir, 'out', directory), {
      recursive: true,
      filter: (path) => !OF_ELECTRON.has(path.slice(join(root, 'out', 'main').length + 1)),
    })
  await rm(join(versionDir, 'out', 'renderer', sbomPath('electron')))
  if (version !== PRODUCT.version) await renameVersion(join(main, 'chunks'), version)
}

/** A version that was never built, for tests of updates: the bundles hold the manifest of the one that was. */
async function renameVersion(chunks: string, version: string): Promise<void> {
  const said = `version: "${PRODUCT.version}"`
  let changed = 0
  for (const name of await readdir(chunks)) {
    const text = await readFile(join(chunks, name), 'utf8')
    if (!text.includes(said)) continue
    await writeFile(join(chunks, name), text.replace(said, `version: "${version}"`))
    changed++
  }
  if (changed !== 1) throw new Error(`the version is in ${changed} of the bundles, and not in one`)
}

/** Options of Node in `npm start`. */
async function nodeOptions(): Promise<string[]> {
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    scripts: { start: string }
  }
  return scripts.start.split(' ').filter((word) => word.startsWith('--'))
}
