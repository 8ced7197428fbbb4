import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unzipSync } from 'fflate'
import { packArchive } from '../../build/packages/archive.ts'
import { PLATFORMS } from '../../build/packages/product.ts'
import { stageWebEdition } from '../../build/packages/stage.ts'
import { ensureChromium, ensurePrograms } from '../system.ts'
import { enter, lookUp, openBrowser, whenListening } from './installed-application.ts'

const EPOCH = 1_790_000_000
const platform = PLATFORMS.find((one) => one === `${process.platform}-${process.arch}`)
const why =
  process.platform !== 'linux' || platform === undefined
    ? 'archives are made on Linux'
    : ((await ensurePrograms('strip', 'xz')) ??
      ((await ensureChromium()) === null ? 'no Chromium here' : null))
if (why !== null) process.stdout.write(`skipped: portable archives: ${why}\n`)

describe.skipIf(why !== null)('the portable archive', () => {
  let directory: string
  let staged: string
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'ventanilla-archive-'))
    staged = await stageWebEdition({
      platform: platform ?? 'linux-x64',
      package: 'archive',
      outDir: join(directory, 'ventanilla'),
      epoch: EPOCH,
    })
  })
  afterAll(() => rm(directory, { recursive: true, force: true }))

  test('unpacked on a path with spaces and accents, it starts to a verdict', async () => {
    const file = join(directory, 'ventanilla.tar.xz')
    await packArchive({ directory: staged, file, effort: 'quick', epoch: EPOCH })
    const place = join(directory, 'Gestoría Muñoz & hijos')
    await mkdir(place)
    execFileSync('tar', ['--extract', `--file=${file}`, `--directory=${place}`])
    const args = [
      '--no-open',
      '--port=0',
      '--no-sample-office',
      `--data-dir=${join(place, 'datos de Ánxela')}`,
    ]
    const application = await whenListening(
      spawn(join(place, 'ventanilla', 'ventanilla'), args, { stdio: ['ignore', 'pipe', 'pipe'] }),
    )
    const browser = await openBrowser()
    try {
      await lookUp(await enter(browser, application), '1234BCD', 'Transferible')
    } finally {
      await browser.close()
      expect(await application.stop()).toBe(0)
    }
  })

  test('is the same, byte for byte, of the same files', async () => {
    // Large files change nothing of it, and these are packed at once.
    const small = join(directory, 'pequeña', 'ventanilla')
    const digests: string[] = []
    for (const order of [
      ['b', 'a'],
      ['a', 'b'],
    ]) {
      await rm(small, { recursive: true, force: true })
      await mkdir(small, { recursive: true })
      for (const name of order) await writeFile(join(small, name), name, { mode: 0o644 })
      await copyFile(join(staged, 'ventanilla'), join(small, 'ventanilla'))
      await chmod(join(small, 'ventanilla'), 0o755)
      for (const name of ['a', 'b', 'ventanilla', '']) await utimes(join(small, name), EPOCH, EPOCH)
      for (const ending of ['tar.xz', 'tar.zst', 'zip']) {
        const file = join(directory, `pequeña.${ending}`)
        await packArchive({ directory: small, file, effort: 'quick', epoch: EPOCH })
        digests.push(
          createHash('sha256')
            .update(await readFile(file))
            .digest('hex'),
        )
      }
    }
    expect(digests.slice(3)).toEqual(digests.slice(0, 3))
    const zip = unzipSync(await readFile(join(directory, 'pequeña.zip')))
    expect(Object.keys(zip)).toEqual(['ventanilla/a', 'ventanilla/b', 'ventanilla/ventanilla'])
  })
})
