import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildLauncher } from '../../../build/packages/windows/programs.ts'
import { addVersion, buildTestProgram, readRecord, valuesOf } from './fake-installation.ts'
import { whyNoWine } from './tools.ts'
import { createWine, type Wine } from './wine.ts'

const why = await whyNoWine()
const INSTALLATION = 'Oficina de Peñíscola & Cía (1)'

/** Launcher of Windows, in wine, on programs that show what they were started with. */
describe.skipIf(why !== null)(`launcher of Windows${why === null ? '' : `: ${why}`}`, () => {
  let wine: Wine
  let fakeNode: string
  let launcher: string
  let root: string
  let record: string

  beforeAll(async () => {
    wine = await createWine()
    const tools = join(wine.drive, 'tools')
    await mkdir(tools)
    fakeNode = await buildTestProgram('fake-node', tools)
    launcher = await buildLauncher({ outDir: tools, version: '1.0.0', epoch: 1_700_000_000 })
  })
  afterAll(() => wine?.close())

  beforeEach(async () => {
    root = join(await mkdtemp(join(wine.drive, 'x')), INSTALLATION)
    record = join(root, '..', 'record')
    await addVersion(root, '1.0.0', 'exit=0', fakeNode)
    await writeFile(join(root, 'current'), '1.0.0\n')
    await writeFile(join(root, 'Ventanilla.exe'), await readFile(launcher))
  })

  const start = (args: readonly string[] = [], options: { cwd?: string; seconds?: number } = {}) =>
    wine.run(join(root, 'Ventanilla.exe'), args, {
      env: {
        VENTANILLA_RECORD: wine.windowsPath(record),
        VENTANILLA_TRIAL_SECONDS: String(options.seconds ?? 60),
      },
      ...(options.cwd && { cwd: options.cwd }),
    })
  const line = (name: string) => readFile(join(root, name), 'utf8')

  it('starts the version that current names, with its options of Node', async () => {
    expect((await start()).code).toBe(0)
    const said = await readRecord(record)
    const version = `${wine.windowsPath(root)}\\versions\\1.0.0`
    expect(valuesOf(said, 'program')).toEqual([`${version}\\node.exe`])
    expect(valuesOf(said, 'option')).toEqual(['--max-semi-space-size=1', '--liftoff-only'])
    expect(valuesOf(said, 'script')).toEqual([`${version}\\out\\main\\web.js`])
    expect(valuesOf(said, 'argument')).toEqual([])
    expect(valuesOf(said, 'trial')).toEqual([])
  })

  it('passes every argument on as it was', async () => {
    const word = fc.string({
      unit: fc.constantFrom('a', ' ', '"', '\\', 'ñ', '\t', '%', '^', '&', '漢', "'"),
    })
    const samples = fc.sample(fc.array(word, { minLength: 1, maxLength: 6 }), { numRuns: 12, seed: 19 })
    samples.push(['ventanilla://consulta/1234BCD', '--', 'C:\\con espacio\\', '', '\\\\servidor\\a "b"\\\\'])
    const tried: string[][] = []
    for (const words of samples) {
      await rm(record, { force: true })
      await start(words)
      tried.push(valuesOf(await readRecord(record), 'argument'))
    }
    expect(tried).toEqual(samples)
  })

  it('leaves no program in the directory of the installation, and any other directory as it is', async () => {
    await start([], { cwd: join(root, 'versions') })
    await start([], { cwd: join(root, '..') })
    const directories = valuesOf(await readRecord(record), 'directory')
    expect(directories[0]).toMatch(/^C:\\users\\[^\\]+$/)
    expect(directories[1]).toBe(wine.windowsPath(join(root, '..')))
  })

  const OUTSIDE = [String.raw`..\..\versions\other`, '../../versions/other', '.hidden', 'a/b', '']
  it.each(OUTSIDE)('starts nothing that %j names', async (name) => {
    await addVersion(join(root, '..'), 'other', 'exit=0', fakeNode)
    await addVersion(root, '.hidden', 'exit=0', fakeNode)
    await addVersion(root, 'a/b', 'exit=0', fakeNode)
    await addVersion(root, '0.9.0', 'exit=0', fakeNode)
    await writeFile(join(root, 'current'), name)
    await writeFile(join(root, 'previous'), '0.9.0\n')
    await start()
    expect(valuesOf(await readRecord(record), 'program')).toEqual([
      `${wine.windowsPath(root)}\\versions\\0.9.0\\node.exe`,
    ])
  })

  it('starts a version that is being replaced, under its other name', async () => {
    await addVersion(root, '2.0.0.old', 'exit=0', fakeNode)
    await writeFile(join(root, 'current'), '2.0.0\n')
    await start()
    expect(valuesOf(await readRecord(record), 'program')[0]).toContain('\\2.0.0.old\\')
  })

  describe('on trial', () => {
    beforeEach(async () => {
      await writeFile(join(root, 'current'), '2.0.0\n')
      await writeFile(join(root, 'previous'), '1.0.0\n')
      await writeFile(join(root, 'trial'), '2.0.0\n')
    })

    const programs = async () =>
      valuesOf(await readRecord(record), 'program').map((path) => /versions\\(.*?)\\/.exec(path)?.[1])

    it('ends once the version has removed the mark', async () => {
      await addVersion(root, '2.0.0', 'pass wait', fakeNode)
      expect((await start(['--port=0'])).code).toBe(0)
      expect(await programs()).toEqual(['2.0.0'])
      expect(valuesOf(await readRecord(record), 'trial')).toEqual(['1'])
      expect(await line('current')).toBe('2.0.0\n')
    })

    it('does not take the trial of the next version for its own', async () => {
      await addVersion(root, '2.0.0', 'swap exit=0', fakeNode)
      await addVersion(root, '3.0.0', 'exit=0', fakeNode)
      await start()
      expect(await programs()).toEqual(['2.0.0'])
      expect(await line('current')).toBe('3.0.0\n')
      expect(await line('trial')).toBe('3.0.0\n')
    })

    it('goes back when the version ends before', async () => {
      await addVersion(root, '2.0.0', 'exit=3', fakeNode)
      await start(['--consulta'])
      expect(await programs()).toEqual(['2.0.0', '1.0.0'])
      const said = await readRecord(record)
      expect(valuesOf(said, 'argument')).toEqual(['--consulta', '--update-undone=2.0.0', '--consulta'])
      expect(valuesOf(said, 'trial')).toEqual(['1'])
      expect(await line('current')).toBe('1.0.0\n')
      expect(existsSync(join(root, 'trial'))).toBe(false)
    })

    it('ends a version that does nothing, and goes back', async () => {
      await addVersion(root, '2.0.0', 'stubborn', fakeNode)
      await start([], { seconds: 2 })
      expect(await programs()).toEqual(['2.0.0', '1.0.0'])
      expect(await wine.programs()).not.toContainEqual(
        expect.stringContaining(`${wine.windowsPath(root)}\\versions\\2.0.0`),
      )
    })

    it('does not judge a start that handed over to a running one', async () => {
      await addVersion(root, '2.0.0', 'exit=75', fakeNode)
      await start()
      expect(await programs()).toEqual(['2.0.0'])
      expect(await line('trial')).toBe('2.0.0\n')
    })

    it('has one judge: a second start neither goes back nor ends the first', async () => {
      await addVersion(root, '2.0.0', 'wait', fakeNode)
      const first = start([], { seconds: 6 })
      await expect.poll(async () => valuesOf(await readRecord(record), 'state')).toEqual(['waiting'])
      // The program of a second start hands over, and ends.
      await writeFile(join(root, 'versions', '2.0.0', 'out', 'main', 'web.js'), 'exit=0')
      expect((await start()).code).toBe(0)
      expect(await line('current')).toBe('2.0.0\n')
      await first
      expect(await line('current')).toBe('1.0.0\n')
    })

    it.each([
      ['there is no version before', 'previous', '0.1.0\n'],
      ['the version before is itself', 'previous', '2.0.0\n'],
      ['the mark is of another version', 'trial', '3.0.0\n'],
    ])('is not on trial if %s', async (_, file, text) => {
      await addVersion(root, '2.0.0', 'exit=0', fakeNode)
      await writeFile(join(root, file), text)
      await start()
      expect(await programs()).toEqual(['2.0.0'])
      expect(await line('current')).toBe('2.0.0\n')
    })
  })
})
