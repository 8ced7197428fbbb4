import { execFile, spawnSync } from 'node:child_process'
import { chmod, lutimes, readdir, readFile, writeFile, cp, mkdir, copyFile, rm } from 'node:fs/promises'
import { join, dirname, extname, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { minify } from 'vite'
import { EDITION_FILE, type PackagedEdition } from '#electron/packaged-edition.ts'
import { sbomPath } from '#shared/notices/editions.ts'
import { type PackagedNode, writeNotices } from '../notices/notices.ts'
import { packageDirOf } from '../notices/package.ts'
import { writeUpdateSource } from './feed/make-feed.ts'
import { extractNode, fetchNodePackage, NODE_DISTRIBUTIONS, nodeProgram } from './node-distributions.ts'
import { type PackagePlatform, PRODUCT } from './product.ts'

/**
 * Sets fixed modes and times on a tree, so that equal contents give equal packages.
 * @param isProgram true if a path, from the root of the tree, is executable
 */
export async function fixTree(
  root: string,
  epoch: number,
  isProgram: (path: string) => boolean,
): Promise<void> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isSymbolicLink()) continue
    const isExecutable = entry.isDirectory() || isProgram(path.slice(root.length + 1))
    await chmod(path, isExecutable ? 0o755 : 0o644)
  }
  await chmod(root, 0o755)
  // Last, because an added file changes the time of its directory.
  for (const entry of entries) await lutimes(join(entry.parentPath, entry.name), epoch, epoch)
  await lutimes(root, epoch, epoch)
}

/** Names stay, so that the log shows the function of an error. */
const WHITESPACE_ALONE = { compress: false, mangle: false, codegen: { removeWhitespace: true } } as const

/**
 * Removes comments and whitespace from the scripts of a directory. This saves 1.7 of 6.5 MB of the bundles, and a
 * third of the unbundled modules. Comments that licences require are in the notices (build/notices).
 * @throws if a script is not valid JavaScript
 */
export async function compactScripts(directory: string): Promise<void> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    if (!entry.isFile() || !/\.c?js$/.test(entry.name)) continue
    const path = join(entry.parentPath, entry.name)
    const { code, errors } = await minify(entry.name, await readFile(path, 'utf8'), WHITESPACE_ALONE)
    if (errors.length > 0) throw new Error(`${entry.name}: ${errors.map((one) => one.message).join('; ')}`)
    await writeFile(path, code)
  }
}

const runTool = promisify(execFile)

/** Programs that can strip an ELF file of the platform, best first, and the Debian package that has one. */
export const STRIPPERS: Partial<Record<PackagePlatform, { programs: string[]; pack: string }>> = {
  'linux-x64': {
    programs: process.arch === 'x64' ? ['strip', 'x86_64-linux-gnu-strip'] : ['x86_64-linux-gnu-strip'],
    pack: process.arch === 'x64' ? 'binutils' : 'binutils-x86-64-linux-gnu',
  },
  'linux-arm64': {
    programs: process.arch === 'arm64' ? ['strip', 'aarch64-linux-gnu-strip'] : ['aarch64-linux-gnu-strip'],
    pack: process.arch === 'arm64' ? 'binutils' : 'binutils-aarch64-linux-gnu',
  },
}

/**
 * Removes the symbols that only debuggers read: 18 of the 127 MB of Node on Linux. Programs for Windows have no such
 * symbols. Programs for macOS stay unchanged, because they are signed.
 */
async function stripBinaries(platform: PackagePlatform, paths: readonly string[]): Promise<void> {
  const stripper = STRIPPERS[platform]
  if (stripper === undefined) return
  const program = stripper.programs.find((one) => spawnSync(one, ['--version']).status === 0)
  if (program === undefined)
    throw new Error(`nothing here strips programs of ${platform}: install ${stripper.pack}`)
  await runTool(program, ['--strip-all', '--remove-section=.comment', ...paths])
}

/** A dependency with compiled parts, which the bundles load from `node_modules`. */
interface NativeModule {
  name: string
  /** Files that the module's main file loads. */
  scripts: string[]
  binary(platform: PackagePlatform): string
}

const MODULES: readonly NativeModule[] = [
  {
    name: 'better-sqlite3-multiple-ciphers',
    scripts: [
      'lib/index.js',
      'lib/database.js',
      'lib/binding.js',
      'lib/sqlite-error.js',
      'lib/util.js',
      'lib/methods',
    ],
    binary: (platform) => `prebuilds/${platform}.node`,
  },
  {
    name: 'keytar',
    scripts: ['lib/keytar.js'],
    binary: (platform) => `prebuilds/${platform}/keytar.node`,
  },
]

/** Modules that draw statements and the service's documents, and their fonts. pdfkit loads the fonts from beside its own files. */
const LOADED = ['pdfkit', 'pdfkit/standard-fonts/Helvetica', 'pdfkit/standard-fonts/HelveticaBold']

/**
 * Copies the files that the bundles load from `node_modules`, without sources, types or parts for other platforms.
 * @returns the compiled parts
 */
export async function stageModules(
  root: string,
  versionDir: string,
  platform: PackagePlatform,
): Promise<string[]> {
  const binaries: string[] = []
  for (const { name, scripts, binary } of MODULES) {
    const from = join(root, 'node_modules', name)
    const to = join(versionDir, 'node_modules', name)
    for (const file of [...scripts, binary(platform)]) {
      await mkdir(dirname(join(to, file)), { recursive: true })
      await cp(join(from, file), join(to, file), { recursive: true })
    }
    const { version, main, license } = JSON.parse(
      await readFile(join(from, 'package.json'), 'utf8'),
    ) as Record<string, string>
    await writeFile(
      join(to, 'package.json'),
      `${JSON.stringify({ name, version, license, main }, null, 2)}\n`,
    )
    binaries.push(join(to, binary(platform)))
  }
  await stageLoaded(root, versionDir, LOADED)
  return binaries
}

const run = promisify(execFile)
/** Comment that names a source map, which is not shipped. */
const MAP_COMMENT = /^\/\/# sourceMappingURL=.*$/gm

/** Lists the files of `node_modules` that Node loads for the given modules. */
async function filesLoadedFor(root: string, names: readonly string[]): Promise<string[]> {
  const program = `for (const name of ${JSON.stringify(names)}) require(name)
    process.stdout.write(JSON.stringify(Object.keys(require.cache)))`
  const { stdout } = await run(process.execPath, ['-e', program], { cwd: root })
  return (JSON.parse(stdout) as string[]).toSorted()
}

/**
 * Copies the files that an unbundled module loads from `node_modules`, and the fields of the manifests that Node
 * reads. Whole packages are ten times as large, because they have sources, types and builds for browsers.
 * @param names module names, as for `require`
 */
export async function stageLoaded(root: string, outDir: string, names: readonly string[]): Promise<void> {
  const files = await filesLoadedFor(root, names)
  const packages = new Set(files.flatMap((file) => packageDirOf(file) ?? []))
  const staged = (path: string) => join(outDir, relative(root, path))
  for (const file of files) await stageScript(file, staged(file))
  for (const dir of packages) {
    const { name, version, license, main, exports, imports, type } = JSON.parse(
      await readFile(join(dir, 'package.json'), 'utf8'),
    ) as Record<string, unknown>
    const manifest = { name, version, license, main, exports, imports, type }
    await writeFile(join(staged(dir), 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  }
}

async function stageScript(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true })
  if (!/^\.c?js$/.test(extname(from))) return copyFile(from, to)
  await writeFile(to, (await readFile(from, 'utf8')).replaceAll(MAP_COMMENT, ''))
}

export interface StageOptions {
  platform: PackagePlatform
  /** Kind of package for the installation. `edition.json` records it. */
  package: PackagedEdition['package']
  /** Directory of the installation. Its content is deleted first. */
  outDir: string
  /** Version of the product, except in tests of updates. */
  version?: string
  /** Modification time of every file, in seconds since 1970: the date of the commit (`SOURCE_DATE_EPOCH`). */
  epoch: number
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const LAUNCHER = fileURLToPath(new URL('linux/launcher.sh', import.meta.url))

/** Memory options from `npm start`. The launcher reads this file. */
const NODE_OPTIONS_FILE = 'node-options'

/** Files that only the Electron edition has. */
const OF_ELECTRON = new Set(['main.js'])

/**
 * Stages an installation of the lightweight edition from the output of `npm run build`, as docs/packages.md draws it:
 * the launcher, `current`, and one version. The launcher for Windows comes from build/packages/windows.
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
  // A package manager updates its own installations, so they have no source of updates.
  if (options.package !== 'deb') await writeUpdateSource(versionDir)
  await writeText(inVersion(NODE_OPTIONS_FILE), (await nodeOptions()).join(' '))
  await writeText('current', version)
  if (!platform.startsWith('win32')) await copyFile(LAUNCHER, join(outDir, PRODUCT.name))

  const programs = new Set([PRODUCT.name, inVersion(nodeProgram(platform))])
  await fixTree(outDir, epoch, (path) => programs.has(path))
  return outDir
}

/**
 * Describes the Node of a platform, with its notices if its package has them. The Node for macOS has its own version.
 */
async function packagedNode(platform: PackagePlatform, versionDir: string): Promise<PackagedNode> {
  const { version: node, integrity } = NODE_DISTRIBUTIONS[platform]
  if (platform.startsWith('win32')) return { version: node, integrity }
  const file = join(versionDir, 'licences', 'node.txt')
  const licence = await readFile(file, 'utf8')
  // The common notices contain this text.
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

/** Replaces the version in the bundles, for tests of updates that need a version that was never built. */
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

/** Reads Node's options from `npm start`. */
async function nodeOptions(): Promise<string[]> {
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    scripts: { start: string }
  }
  return scripts.start.split(' ').filter((word) => word.startsWith('--'))
}
