import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { stageLoaded } from './loaded-files.ts'
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
