import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What a program of Windows ended with. */
interface Ended {
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
  /** Values of a registry key, and of those in it, as `"name"="value"`; `null` without it. */
  registry(key: string): Promise<string | null>
  /** Command lines of what runs in it. */
  programs(): Promise<string[]>
  close(): Promise<void>
}

interface StartOptions {
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
    LC_ALL: 'C.UTF-8',
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
  // From build 16299 on, Node connects with an option that this wine does not have.
  const system = String.raw`HKLM\Software\Microsoft\Windows NT\CurrentVersion`
  for (const name of ['CurrentBuild', 'CurrentBuildNumber'])
    await run('reg', ['add', system, '/v', name, '/d', '14393', '/f'])
  spawnSync('wineserver', ['-k'], { env: base })
  spawnSync('wineserver', ['-w'], { env: base })
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
      const file = join(home, 'key.reg')
      const { code } = await run('reg', ['export', key, `Z:${file.replaceAll('/', '\\')}`, '/y'])
      // What reg.exe prints is in the code page of the console.
      const text = code === 0 ? (await readFile(file, 'utf16le')).replaceAll(/\\(.)/g, '$1') : null
      await rm(file, { force: true })
      return text
    },
    async programs() {
      const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
      const read = (id: string, name: string) => readFile(`/proc/${id}/${name}`, 'utf8').catch(() => '')
      const ours = await Promise.all(
        ids.map(async (id) => {
          const isOurs = (await read(id, 'environ')).includes(`WINEPREFIX=${base.WINEPREFIX}\0`)
          return isOurs ? (await read(id, 'cmdline')).replaceAll('\0', ' ').trim() : ''
        }),
      )
      return ours.filter((line) => /^[A-Z]:\\(?!windows)/.test(line))
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
