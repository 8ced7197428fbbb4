import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** A root directory of its own, in memory: this machine's, or another one, and what is changed in it. */
export interface CleanRoot {
  /** A path of the root, as this process opens it. */
  at(path: string): string
  /** Runs a program in it as root, to its end. Throws with what it said when it fails. */
  run(program: string, ...args: string[]): string
  /** Starts a program in it as a user of it, whose home is the directory. */
  start(user: string, home: string, command: readonly string[]): ChildProcess
  /** Every path in a directory. */
  list(directory: string): string[]
  /** Every path that was added to it, and is still there. What this machine does to its own root meanwhile is none. */
  added(): Promise<string[]>
  remove(): Promise<void>
}

/** Reason why there can be none, or `null`. */
export function whyNoCleanRoot(): string | null {
  if (process.platform !== 'linux') return 'roots of their own are those of Linux'
  if (process.getuid?.() !== 0) return 'only root may mount one'
  const { status } = spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'])
  return status === 0 ? null : 'this machine lets nothing be mounted'
}

/**
 * The mounts are in a namespace of a process that reads its input: with the end of this one they are gone.
 * @param below directory that the root starts as
 */
export async function cleanRoot(below = '/'): Promise<CleanRoot> {
  const directory = await mkdtemp(join(tmpdir(), 'ventanilla-root-'))
  const root = join(directory, 'root')
  const mounts = [
    'set -e',
    'mount -t tmpfs -o mode=755 tmpfs "$0"',
    'mkdir "$0/upper" "$0/work" "$0/root"',
    'mount -t overlay -o "lowerdir=$1,upperdir=$0/upper,workdir=$0/work" overlay "$0/root"',
    'mount -t proc proc "$0/root/proc"',
    'mount --rbind /dev "$0/root/dev"',
    'mount -t tmpfs -o mode=1777 tmpfs "$0/root/tmp"',
    'echo ready',
    'exec cat',
  ].join('\n')
  const holder = spawn(
    'unshare',
    ['--mount', '--propagation=private', 'sh', '-c', mounts, directory, below],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  const ended = once(holder, 'exit')
  const [line] = (await Promise.race([once(createInterface({ input: holder.stdout }), 'line'), ended])) as [
    unknown,
  ]
  if (line !== 'ready') throw new Error('the root could not be mounted')
  const inside = (...chroot: string[]) => [
    `--mount=/proc/${holder.pid}/ns/mnt`,
    '/usr/sbin/chroot',
    ...chroot,
  ]

  function run(program: string, ...args: string[]): string {
    const { status, stdout, stderr } = spawnSync('nsenter', inside(root, program, ...args), {
      encoding: 'utf8',
      maxBuffer: 1 << 29,
      env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8', DEBIAN_FRONTEND: 'noninteractive' },
    })
    if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${status}\n${stdout}${stderr}`)
    return stdout
  }

  return {
    at: (path) => `/proc/${holder.pid}/root${root}${path}`,
    run,
    start: (user, home, command) =>
      spawn('nsenter', inside(`--userspec=${user}:${user}`, root, ...command), {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8', HOME: home, USER: user },
      }),
    list: (path) => run('find', path).split('\n').filter(Boolean).toSorted(),
    async added() {
      const upper = `/proc/${holder.pid}/root${directory}/upper`
      const entries = await readdir(upper, { recursive: true, withFileTypes: true })
      return (
        entries
          // A device is the mark of a file that was removed.
          .filter((entry) => !entry.isCharacterDevice())
          .map((entry) => join(entry.parentPath, entry.name).slice(upper.length))
          .filter((path) => !existsSync(join(below, path)))
          .toSorted()
      )
    },
    async remove() {
      holder.stdin.end()
      await ended
      await rm(directory, { recursive: true })
    },
  }
}
