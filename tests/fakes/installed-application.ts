import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { freePort } from './free-port.ts'
import { SIGNING_KEY } from './installed-versions.ts'
import type { TarEntry } from './tar-entries.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Node of the tests under the name of a version's own: the launcher knows its processes by it. */
const NODE = `#!/bin/bash\nexec -a "$0" ${process.execPath} "$@"\n`

/** Files of a version, as built: by their path in its directory. @param main in the place of the web host */
async function filesOf(version: string, feed: string, main?: string): Promise<Map<string, string | Buffer>> {
  const files = new Map<string, string | Buffer>([
    ['node', NODE],
    ['package.json', JSON.stringify({ version, type: 'module' })],
    ['edition.json', JSON.stringify({ package: 'archive', platform: 'linux-x64' })],
    ['updates.json', JSON.stringify({ feed, keys: [SIGNING_KEY.publicKey] })],
  ])
  for (const directory of ['out/main', 'out/renderer']) {
    const found = await readdir(join(root, directory), { recursive: true, withFileTypes: true })
    for (const one of found.filter((entry) => entry.isFile())) {
      const path = join(one.parentPath, one.name)
      files.set(relative(root, path), await readFile(path))
    }
  }
  if (main !== undefined) files.set('out/main/web.js', main)
  return files
}

/** What an archive of this version holds. */
export async function builtVersion(version: string, feed: string, main?: string): Promise<TarEntry[]> {
  return [...(await filesOf(version, feed, main))].map(([path, content]) => ({
    path: `ventanilla/versions/${version}/${path}`,
    content: Buffer.from(content),
    mode: path === 'node' ? 0o755 : 0o644,
  }))
}

export interface InstalledApplication {
  readonly installDir: string
  /** One-time file that a browser opens. */
  readonly entry: string
  readonly origin: string
  readonly errors: string[]
  readonly dataDir: string
  /** Starts a version by itself, without the launcher, and waits for its end. */
  runOnce(version: string): Promise<void>
  /** Ends what runs of it, in order. */
  stop(): Promise<void>
  /** Ends whatever runs of it, and removes it. */
  remove(): Promise<void>
}

/** The built application as a package leaves it, started by its launcher. @param feed where it looks for updates */
export async function startInstalled(version: string, feed: string): Promise<InstalledApplication> {
  const parent = await mkdtemp(join(tmpdir(), 'ventanilla-installed-'))
  const installDir = join(parent, 'Gestoría Ribera', 'ventanilla')
  const versionDir = join(installDir, 'versions', version)
  for (const [path, content] of await filesOf(version, feed)) {
    await mkdir(join(versionDir, path, '..'), { recursive: true })
    await writeFile(join(versionDir, path), content)
  }
  await chmod(join(versionDir, 'node'), 0o755)
  await writeFile(join(installDir, 'current'), `${version}\n`)
  // Every version finds its libraries here.
  await symlink(join(root, 'node_modules'), join(installDir, 'node_modules'))
  const launcher = join(installDir, 'ventanilla')
  await copyFile(join(root, 'build/packages/linux/launcher.sh'), launcher)
  await chmod(launcher, 0o755)

  const dataDir = join(parent, 'data')
  const args = ['--no-open', '--no-sample-office', `--data-dir=${dataDir}`, `--port=${await freePort()}`]
  const child = spawn(launcher, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const errors: string[] = []
  createInterface({ input: child.stderr }).on('line', (line) => errors.push(line))
  const [line] = (await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    once(child, 'exit').then(() => Promise.reject(new Error(errors.join('\n')))),
  ])) as [string]
  const { listening, entry } = JSON.parse(line) as { listening: string; entry: string }
  return {
    installDir,
    entry: pathToFileURL(entry).href,
    origin: listening,
    errors,
    dataDir,
    async runOnce(of) {
      const directory = join(installDir, 'versions', of)
      const second = spawn(join(directory, 'node'), [join(directory, 'out/main/web.js'), ...args], {
        stdio: 'ignore',
      })
      await once(second, 'exit')
    },
    async stop() {
      for (const pid of await processesOf(installDir)) process.kill(pid, 'SIGTERM')
      while ((await processesOf(installDir)).length > 0) await sleep(50)
    },
    async remove() {
      for (const pid of await processesOf(installDir)) process.kill(pid, 'SIGKILL')
      await rm(parent, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
}

/** Processes that were started from this directory. */
async function processesOf(directory: string): Promise<number[]> {
  const found = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const own = await Promise.all(
    found.map(async (pid) => {
      const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
      return command.includes(directory) && pid !== process.pid ? pid : null
    }),
  )
  return own.filter((pid) => pid !== null)
}
