import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeWindowsInstaller } from '../../../build/packages/windows/installer.ts'
import { addVersion, buildTestProgram, readRecord, valuesOf } from './fake-installation.ts'
import { whyNoWine } from './tools.ts'
import { createWine, type Wine } from './wine.ts'

const why = await whyNoWine()
const ROUNDS = Number(process.env['FAULT_ROUNDS'] ?? 2)
/** Of the largest file: the copy takes long enough to be cut. */
const LARGE = 40 * 2 ** 20

/** Disks that refuse, and kills, in wine. */
describe.skipIf(why !== null)(`installer of Windows, cut${why === null ? '' : `: ${why}`}`, () => {
  let wine: Wine
  let work: string
  const setups: Record<string, string> = {}

  beforeAll(async () => {
    work = await mkdtemp(join(tmpdir(), 'ventanilla-cut-'))
    const fakeNode = await buildTestProgram('fake-node', work)
    for (const version of ['1.0.0', '1.1.0']) {
      const stagedDir = join(work, version)
      await addVersion(stagedDir, version, 'pass', fakeNode)
      if (version === '1.1.0') await writeFile(join(stagedDir, 'versions/1.1.0/large'), randomBytes(LARGE))
      const installer = { stagedDir, version, outDir: work, epoch: 1_700_000_000, effort: 'quick' as const }
      setups[version] = await makeWindowsInstaller(installer)
    }
    wine = await createWine()
  }, 600_000)
  afterAll(async () => {
    await wine?.close()
    await rm(work, { recursive: true, force: true })
  })

  const words = (root: string) => ['/S', ...`/D=${wine.windowsPath(root)}`.split(' ')]
  const install = async (version: string, root: string) =>
    (await wine.run(setups[version] ?? '', words(root))).code

  /** Version whose program the launcher starts. */
  async function started(root: string): Promise<string | undefined> {
    const record = join(work, 'record')
    await rm(record, { force: true })
    await wine.run(join(root, 'Ventanilla.exe'), [], { env: { VENTANILLA_RECORD: wine.windowsPath(record) } })
    return /versions\\(.*?)\\node/.exec(valuesOf(await readRecord(record), 'program').join())?.[1]
  }

  async function onDisk(
    options: string,
    task: (disk: string, remount: (options: string) => void) => Promise<void>,
  ) {
    const disk = await mkdtemp(join(wine.drive, 'disk'))
    const mount = (flags: string) => execFileSync('mount', ['-t', 'tmpfs', '-o', flags, 'tmpfs', disk])
    mount(options)
    try {
      await task(disk, (flags) => mount(`remount,${flags}`))
    } finally {
      execFileSync('umount', ['-l', disk])
    }
  }

  const isRoot = process.getuid?.() === 0

  it.skipIf(!isRoot)('writes nothing where its user may not', async () => {
    await onDisk('size=300m', async (disk, remount) => {
      await mkdir(join(disk, 'a b'))
      remount('ro')
      expect(await install('1.0.0', join(disk, 'a b'))).toBe(12)
      expect(await readdir(join(disk, 'a b'))).toEqual([])
    })
  })

  it.skipIf(!isRoot)('says that there is no room before it writes', async () => {
    await onDisk('size=40m', async (disk) => {
      expect(await install('1.0.0', join(disk, 'a b'))).toBe(13)
      expect(await readdir(disk)).toEqual([])
    })
  })

  it.skipIf(!isRoot)('leaves the version before when the disk fills up', async () => {
    await onDisk('size=300m,nr_inodes=40', async (disk) => {
      const root = join(disk, 'a b')
      expect(await install('1.0.0', root)).toBe(0)
      const filler = join(disk, 'filler')
      await mkdir(filler)
      // Files until there is room for a few only: fewer than the version has.
      for (let made = 0; made < 40; made++) {
        if (Number(execFileSync('df', ['--output=iavail', disk]).toString().split('\n')[1]) <= 4) break
        await writeFile(join(filler, String(made)), '')
      }
      expect(await install('1.1.0', root)).toBe(16)
      expect(await readdir(join(root, 'versions'))).toEqual(['1.0.0'])
      expect(await started(root)).toBe('1.0.0')
    })
  })

  it(`starts one version or the other after a kill at any time (${ROUNDS} rounds)`, async () => {
    const root = join(wine.drive, 'Gestoría')
    expect(await install('1.0.0', root)).toBe(0)
    const before = performance.now()
    expect(await install('1.1.0', root)).toBe(0)
    const whole = performance.now() - before
    const outcomes = new Set<string | undefined>()
    for (let round = 0; round < ROUNDS; round++) {
      await rm(root, { recursive: true, force: true })
      await install('1.0.0', root)
      const child = wine.start(setups['1.1.0'] ?? '', words(root))
      const ended = once(child, 'exit')
      const timer = setTimeout(() => child.kill('SIGKILL'), whole * ((round + Math.random()) / ROUNDS) * 1.1)
      await ended
      clearTimeout(timer)
      const version = await started(root)
      expect(['1.0.0', '1.1.0']).toContain(version)
      expect(existsSync(join(root, 'versions', version ?? '', 'out/main/web.js'))).toBe(true)
      outcomes.add(version)
      // Once more, and it is whole.
      expect(await install('1.1.0', root)).toBe(0)
      expect(await readFile(join(root, 'current'), 'utf8')).toBe('1.1.0\n')
      expect((await readdir(join(root, 'versions'))).filter((name) => /new|old/.test(name))).toEqual([])
    }
    process.stdout.write(`kills of the Windows installer: ${[...outcomes].join(', ')} started afterwards\n`)
  }, 900_000)
})
