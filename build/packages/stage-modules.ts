import { cp, mkdir, readFile, writeFile, copyFile } from 'node:fs/promises'
import { dirname, join, extname, relative } from 'node:path'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { packageDirOf } from '../notices/package.ts'
import type { PackagePlatform } from './product.ts'

/** A dependency with compiled parts, which the bundles load from `node_modules`. */
interface NativeModule {
  name: string
  /** What its main file loads, as in its package. */
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

/** Drawing of the service's documents, which finds its fonts beside its own files, and those fonts. */
const LOADED = ['pdfkit', 'pdfkit/standard-fonts/Helvetica', 'pdfkit/standard-fonts/HelveticaBold']

/**
 * Copies what the bundles load from `node_modules`, and nothing else of it: no sources, types, or parts of other
 * platforms.
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
/** Names a file that is not shipped. */
const MAP_COMMENT = /^\/\/# sourceMappingURL=.*$/gm

/** Files that Node loads for modules of `node_modules`. */
async function filesLoadedFor(root: string, names: readonly string[]): Promise<string[]> {
  const program = `for (const name of ${JSON.stringify(names)}) require(name)
    process.stdout.write(JSON.stringify(Object.keys(require.cache)))`
  const { stdout } = await run(process.execPath, ['-e', program], { cwd: root })
  return (JSON.parse(stdout) as string[]).toSorted()
}

/**
 * Copies from `node_modules` what is loaded for a module that cannot be bundled, and of the manifests what Node reads of
 * them. Its packages hold ten times as much: sources, types, builds for browsers.
 * @param names what is loaded, as for `require`
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
