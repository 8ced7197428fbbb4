import { spawn, spawnSync } from 'node:child_process'
import { chmod, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import {
  endOf,
  standInInstallation,
  type Behaviour,
  type StandInInstallation,
} from './stand-in-installation.ts'

const installations: StandInInstallation[] = []
afterAll(async () => {
  for (const installation of installations) await installation.remove()
})

/** `1.0.0` works; `2.0.0` is current, and on trial. */
async function onTrial(behaviour: Behaviour, name?: string): Promise<StandInInstallation> {
  const installation = await standInInstallation(name)
  installations.push(installation)
  await installation.addVersion('1.0.0', 'opens and ends')
  await installation.addVersion('2.0.0', behaviour)
  await installation.write('current', '2.0.0\n')
  await installation.write('previous', '1.0.0\n')
  await installation.write('trial', '2.0.0\n')
  return installation
}

const started = (version: string, ...args: string[]) =>
  [version, '--one', '--two', `versions/${version}/out/main/web.js`, ...args].join('|')

async function expectUndone(installation: StandInInstallation): Promise<void> {
  expect(await installation.read('current')).toBe('1.0.0\n')
  expect(await installation.read('trial')).toBeNull()
  expect((await installation.starts()).at(-1)).toBe(started('1.0.0', '--update-undone=2.0.0'))
}

async function expectKept(installation: StandInInstallation): Promise<void> {
  expect(await installation.read('current')).toBe('2.0.0\n')
  expect((await installation.starts()).every((line) => line.startsWith('2.0.0'))).toBe(true)
}

// Each of them waits for seconds, most of the time. Polling needs the `expect` of its own test beside others.
describe.skipIf(process.platform === 'win32')('the launcher of Linux and macOS', { concurrent: true }, () => {
  describe('without a trial', () => {
    test.for(['ventanilla', 'Gestoría Muñoz e hijos', 'l\'oficina; $(nada) `x` "y" \\'])(
      'starts the current version with its arguments as they are, from %s',
      async (name) => {
        const installation = await standInInstallation(name)
        installations.push(installation)
        await installation.addVersion('1.0.0', 'opens and ends')
        await installation.write('current', '1.0.0\n')
        const args = ['--data-dir=/tmp/con espacio', '', '--', 'ventanilla://consulta/1234BBB', '$HOME']
        expect(await endOf(installation.launch(args))).toBe(0)
        expect(await installation.starts()).toEqual([started('1.0.0', ...args)])
      },
    )

    test('becomes the version: no other process stays', async ({ expect: own }) => {
      const installation = await standInInstallation()
      installations.push(installation)
      await installation.addVersion('1.0.0', 'works')
      await installation.write('current', '1.0.0')
      const child = installation.launch()
      await own.poll(() => installation.read('pids')).toBe(`${child.pid}\n`)
    })

    test('starts through links to it, by a relative path and from the PATH', async () => {
      const installation = await standInInstallation()
      installations.push(installation)
      await installation.addVersion('1.0.0', 'opens and ends')
      await installation.write('current', '1.0.0\n')
      const bin = dirname(installation.path)
      await symlink('ventanilla/ventanilla', join(bin, 'relative'))
      await symlink(join(bin, 'relative'), join(bin, 'absolute'))
      for (const program of [join(bin, 'relative'), join(bin, 'absolute')])
        expect(await endOf(installation.launch([], { program }))).toBe(0)
      const path = `${bin}:${process.env['PATH']}`
      expect(await endOf(installation.launch([], { program: 'absolute', env: { PATH: path } }))).toBe(0)
      expect(await installation.starts()).toHaveLength(3)
    })

    test.for(['', '\n', '../../tmp\n', '/tmp\n', '.hidden\n', '3.0.0\n'])(
      'starts nothing from a damaged `current` (%j), and says so',
      async (text) => {
        const installation = await standInInstallation()
        installations.push(installation)
        await installation.addVersion('1.0.0', 'opens and ends')
        await installation.write('current', text)
        const child = installation.launch()
        let said = ''
        child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()))
        expect(await endOf(child)).toBe(1)
        expect(said).toContain('vuelve a instalar')
        expect(await installation.starts()).toEqual([])
      },
    )
  })

  describe('on trial', () => {
    test('keeps a version that opens, and ends with it', async () => {
      const installation = await onTrial('opens and ends', 'Gestoría Muñoz e hijos')
      expect(await endOf(installation.launch(['--consulta']))).toBe(0)
      await expectKept(installation)
      expect(await installation.starts()).toEqual([started('2.0.0', '--consulta')])
      expect(await installation.read('.trial-process')).toBeNull()
    })

    test.for(['ends with an error', 'ends as if all were well'] as const)(
      'goes back from a version that %s',
      async (behaviour) => {
        const installation = await onTrial(behaviour)
        expect(await endOf(installation.launch())).toBe(0)
        await expectUndone(installation)
        expect(await installation.starts()).toHaveLength(2)
      },
    )

    test.for(['hangs', 'hangs and cannot be asked to end'] as const)(
      'goes back from a version that %s, and ends it',
      async (behaviour) => {
        const installation = await onTrial(behaviour)
        expect(await endOf(installation.launch([], { seconds: 2 }))).toBe(0)
        await expectUndone(installation)
        const [hung] = ((await installation.read('pids')) ?? '').split('\n')
        expect(isRunning(Number(hung))).toBe(false)
      },
    )

    test('goes back from a version whose Node cannot be run', async () => {
      const installation = await onTrial('works')
      await installation.breakNode('2.0.0', '\u007fELF of another machine')
      expect(await endOf(installation.launch())).toBe(0)
      await expectUndone(installation)
    })

    test('goes back from a version whose Node may not be run', async () => {
      const installation = await onTrial('works')
      await chmod(join(installation.path, 'versions/2.0.0/node'), 0o644)
      expect(await endOf(installation.launch())).toBe(0)
      await expectUndone(installation)
    })

    test('goes back with the arguments that it was started with', async () => {
      const installation = await onTrial('ends with an error')
      await endOf(installation.launch(['--', 'ventanilla://novedades']))
      expect((await installation.starts()).at(-1)).toBe(
        started('1.0.0', '--update-undone=2.0.0', '--', 'ventanilla://novedades'),
      )
    })

    test('goes on with the current version where there is none before', async () => {
      const installation = await onTrial('opens and ends')
      await installation.write('previous', '')
      expect(await endOf(installation.launch())).toBe(0)
      await expectKept(installation)
    })

    test('leaves a version on trial that handed over to the one that runs', async () => {
      const installation = await onTrial('hands over to one that runs')
      expect(await endOf(installation.launch())).toBe(0)
      await expectKept(installation)
      expect(await installation.read('trial')).toBe('2.0.0\n')
    })

    test('leaves a version on trial that the end of the session ended', async ({ expect: own }) => {
      const installation = await onTrial('hangs')
      const child = installation.launch()
      await own.poll(() => installation.read('.trial-process')).not.toBeNull()
      child.kill('SIGTERM')
      await endOf(child)
      await expectKept(installation)
      expect(await installation.read('trial')).toBe('2.0.0\n')
      const [pid] = ((await installation.read('pids')) ?? '').split('\n')
      await own.poll(() => isRunning(Number(pid))).toBe(false)
    })

    test('two launchers try it once, and both keep it', async ({ expect: own }) => {
      const installation = await onTrial('opens when it is told')
      const first = installation.launch()
      await own.poll(() => installation.read('.trial-process')).not.toBeNull()
      await own.poll(() => installation.starts()).toHaveLength(1)
      const second = installation.launch(['--consulta'])
      await installation.write('go', '')
      expect(await Promise.all([endOf(first), endOf(second)])).toEqual([0, 0])
      await expectKept(installation)
      // The second starts when the first has opened, which brings its window to the front.
      expect(await installation.starts()).toEqual([started('2.0.0'), started('2.0.0', '--consulta')])
    })

    test('two launchers of a version that hangs go back to the same one', async ({ expect: own }) => {
      const installation = await onTrial('hangs')
      const first = installation.launch([], { seconds: 3 })
      await own.poll(() => installation.starts()).toHaveLength(1)
      const second = installation.launch([], { seconds: 3 })
      expect(await Promise.all([endOf(first), endOf(second)])).toEqual([0, 0])
      expect(await installation.read('current')).toBe('1.0.0\n')
      expect(await installation.read('trial')).toBeNull()
      expect((await installation.starts()).filter((line) => line.startsWith('2.0.0'))).toHaveLength(1)
    })

    test('a launcher that was killed leaves its trial to the next one', async ({ expect: own }) => {
      const installation = await onTrial('hangs')
      const first = installation.launch()
      await own.poll(() => installation.starts()).toHaveLength(1)
      await own.poll(() => installation.read('.trial-process')).not.toBeNull()
      first.kill('SIGKILL')
      await endOf(first)
      expect(await endOf(installation.launch([], { seconds: 2 }))).toBe(0)
      await expectUndone(installation)
      const [hung] = ((await installation.read('pids')) ?? '').split('\n')
      expect(isRunning(Number(hung))).toBe(false)
    })

    test('a launcher that was killed while going back leaves the rest to the next one', async () => {
      const installation = await onTrial('ends with an error')
      // `current` was renamed, and `trial` is still there.
      await installation.write('current', '1.0.0\n')
      expect(await endOf(installation.launch())).toBe(0)
      await expectUndone(installation)
      expect(await installation.starts()).toHaveLength(1)
    })

    test('a process with a number that was ours once is left alone', async () => {
      const installation = await onTrial('ends with an error')
      const other = spawn('sleep', ['600'])
      try {
        await installation.write('.trial-process', `${other.pid}\n`)
        expect(await endOf(installation.launch([], { seconds: 2 }))).toBe(0)
        await expectUndone(installation)
        expect((await installation.starts())[0]).toBe(started('2.0.0'))
        expect(isRunning(other.pid ?? 0)).toBe(true)
      } finally {
        other.kill()
      }
    })
  })
})

/** One that ended, and that nobody has asked how, is still listed. */
function isRunning(pid: number): boolean {
  const state = spawnSync('ps', ['-p', String(pid), '-o', 'stat='], { encoding: 'utf8' }).stdout.trim()
  return state !== '' && !state.startsWith('Z')
}
