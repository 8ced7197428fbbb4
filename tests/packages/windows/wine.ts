import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What a program of Windows ended with. */
export interface Ended {
  code: number | null
  stdout: string
}

/** Windows of its own: drive C, registry and display, for one file of tests. */
export interface Wine {
  /** Local path of drive C. */
  drive: string
  /** Local path of the user's `%LOCALAPPDATA%`. */
  localAppData: string
  /** Path of Windows for a local path. */
  windowsPath(path: string): string
  start(program: string, args?: readonly string[], options?: StartOptions): ChildProcess
  run(program: string, args?: readonly string[], options?: StartOptions): Promise<Ended>
  /** Values of a registry key, and of those in it, as reg.exe prints them; `null` without it. */
  registry(key: string): Promise<string | null>
  close(): Promise<void>
}

export interface StartOptions {
  env?: Record<string, string>
  cwd?: string
}

export async function createWine(): Promise<Wine> {
  const home = await mkdtemp(join(tmpdir(), 'ventanilla-wine-'))
  const display = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const [number] = (await once(display.stdio[3] as NodeJS.ReadableStream, 'data')) as [Buffer]
  const base = {
    ...process.env,
    HOME: home,
    USER: 'tester',
    WINEPREFIX: join(home, 'prefix'),
    WINEDEBUG: '-all',
    // No browser engine, no .NET, and no entries in the menus of this machine.
    WINEDLLOVERRIDES: 'mscoree,mshtml=;winemenubuilder.exe=d',
    DISPLAY: `:${number.toString().trim()}`,
  }
  const drive = join(home, 'prefix', 'drive_c')

  const start: Wine['start'] = (program, args = [], { env = {}, cwd = home } = {}) =>
    spawn('wine', [program, ...args], { cwd, env: { ...base, ...env }, stdio: ['ignore', 'pipe', 'ignore'] })

  const run: Wine['run'] = async (program, args, options) => {
    const child = start(program, args, options)
    let stdout = ''
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text))
    // Not its output's end: what it leaves running has it too.
    const [code] = (await once(child, 'exit')) as [number | null]
    return { code, stdout }
  }

  await run('wineboot', ['-i'])
  // The prefix says Windows 7 otherwise, which Node does not run on.
  await run('winecfg', ['-v', 'win10'])
  const users = await run('cmd', ['/c', 'echo %LOCALAPPDATA%'])
  const local = users.stdout.trim().replace(/^C:\\/i, '').replaceAll('\\', '/')

  return {
    drive,
    localAppData: join(drive, local),
    windowsPath: (path) =>
      path.startsWith(`${drive}/`)
        ? `C:\\${path.slice(drive.length + 1).replaceAll('/', '\\')}`
        : `Z:${path.replaceAll('/', '\\')}`,
    start,
    run,
    async registry(key) {
      const { code, stdout } = await run('reg', ['query', key, '/s'])
      return code === 0 ? stdout : null
    },
    async close() {
      spawnSync('wineserver', ['-k'], { env: base })
      spawnSync('wineserver', ['-w'], { env: base })
      display.kill()
      await once(display, 'exit')
      await rm(home, { recursive: true, force: true })
    },
  }
}
