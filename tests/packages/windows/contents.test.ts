import { createHash } from 'node:crypto'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeWindowsInstaller } from '../../../build/packages/windows/installer.ts'
import {
  buildPrograms,
  windowsVersion,
  type WindowsPrograms,
} from '../../../build/packages/windows/programs.ts'
import { whyNoCompilers } from './tools.ts'

const run = promisify(execFile)
const why = await whyNoCompilers()
const EPOCH = 1_700_000_000
const VERSION = '1.2.3-beta.1'

describe.skipIf(why !== null)(`installer of Windows, made${why === null ? '' : `: ${why}`}`, () => {
  let work: string
  /** Compiled twice, in other directories. */
  const compiled: WindowsPrograms[] = []

  beforeAll(async () => {
    work = await mkdtemp(join(tmpdir(), 'ventanilla-contents-'))
    for (const name of ['first', 'second']) {
      await mkdir(join(work, name))
      compiled.push(await buildPrograms({ outDir: join(work, name), version: VERSION, epoch: EPOCH }))
    }
  })
  afterAll(() => rm(work, { recursive: true, force: true }))

  async function stage(name: string): Promise<string> {
    const stagedDir = join(work, name, 'staged')
    const version = join(stagedDir, 'versions', VERSION)
    const files = [
      'out/main/web.js',
      'node.exe',
      'node_modules/a/índice $0.js',
      'edition.json',
      'licences/x.txt',
    ]
    // In another order, and at another time.
    for (const file of name === 'first' ? files : files.toReversed()) {
      const path = join(version, file)
      await mkdir(join(path, '..'), { recursive: true })
      await writeFile(path, file)
      if (name !== 'first') await utimes(path, EPOCH, EPOCH)
    }
    return stagedDir
  }

  async function make(name: string, programs: WindowsPrograms | undefined): Promise<string> {
    const stagedDir = await stage(name)
    const installer = { stagedDir, version: VERSION, outDir: join(work, name), epoch: EPOCH }
    return makeWindowsInstaller({ ...installer, ...(programs && { programs }) })
  }
  const hashOf = async (path: string) =>
    createHash('sha256')
      .update(await readFile(path))
      .digest('hex')

  it('holds what was staged and its own programs, packed as one, and is the same bytes twice', async () => {
    const first = await make('first', compiled[0])
    const { stdout } = await run('7z', ['l', '-slt', first])
    const paths = [...stdout.matchAll(/^Path = (.*)$/gm)].map(([, path]) => path ?? '').slice(1)
    const directory = `versions/${VERSION}.new`
    expect(paths.toSorted()).toEqual(
      [
        '$PLUGINSDIR/System.dll',
        '$PLUGINSDIR/modern-wizard.bmp',
        '$PLUGINSDIR/nsDialogs.dll',
        '$PLUGINSDIR/setup-helper.exe',
        'Desinstalar.exe',
        'Ventanilla.exe.new',
        `${directory}/edition.json`,
        `${directory}/licences/x.txt`,
        `${directory}/node.exe`,
        `${directory}/node_modules/a/índice $0.js`,
        `${directory}/out/main/web.js`,
      ].toSorted(),
    )
    expect(stdout).toMatch(/^Solid = \+$/m)
    expect(stdout).toMatch(/^Method = LZMA/m)
    expect(stdout).toMatch(/^64-bit = \+$/m)
    expect(await hashOf(await make('second', compiled[1]))).toBe(await hashOf(first))
  })

  it('has a launcher with the name, the version and the icon of the product, and nothing of this machine', async () => {
    const bytes = await readFile(compiled[0]?.launcher ?? '')
    const utf16 = (text: string) => bytes.includes(Buffer.from(text, 'utf16le'))
    const texts = ['ProductName', 'Ventanilla', VERSION, 'OriginalFilename', 'Ventanilla.exe']
    expect(texts.filter((text) => !utf16(text))).toEqual([])
    expect(bytes.includes(Buffer.from('asInvoker'))).toBe(true)
    const icon = await readFile(new URL('../../../build/icons/ventanilla.ico', import.meta.url))
    // The largest image is the last one.
    expect(bytes.includes(icon.subarray(-2_000))).toBe(true)
    expect(bytes.includes(Buffer.from(work)) || bytes.includes(Buffer.from('/tmp/'))).toBe(false)
    // Of programs of Windows with a window: 2. Of those with a console: 3.
    const header = bytes.readUInt32LE(0x3c)
    expect(bytes.readUInt16LE(header + 0x5c)).toBe(2)
    // No time of a clock.
    expect(bytes.readUInt32LE(header + 8)).toBe(0)
  })

  it.each([
    ['0.1.0', '0.1.0.0'],
    ['10.20.30-beta.4+5', '10.20.30.0'],
    ['2.0', '2.0.0.0'],
  ])('says %s as Windows does', (version, expected) => {
    expect(windowsVersion(version)).toBe(expected)
  })

  it('is not made of a path that its script would take for a pattern', async () => {
    const stagedDir = await stage('third')
    await writeFile(join(stagedDir, 'versions', VERSION, 'a*.js'), '')
    const made = makeWindowsInstaller({ stagedDir, version: VERSION, outDir: work, epoch: EPOCH })
    await expect(made).rejects.toThrow(/not a path of Windows/)
  })
})
