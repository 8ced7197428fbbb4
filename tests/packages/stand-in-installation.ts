import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const launcher = fileURLToPath(new URL('../../build/packages/linux/launcher.sh', import.meta.url))

/** What the stand-in of a version's Node does, as a script of `sh`; `$home` is the installation, `$version` its own. */
const BEHAVIOURS = {
  /** Opens, and goes on until it is ended. */
  works: 'rm -f "$home/trial"\nwhile :; do sleep 1; done',
  /** Opens, and ends at once. */
  'opens and ends': 'rm -f "$home/trial"',
  'ends with an error': 'exit 1',
  'ends as if all were well': 'exit 0',
  hangs: 'while :; do sleep 1; done',
  'hangs and cannot be asked to end': "trap '' TERM\nwhile :; do sleep 1; done",
  'opens when it is told': 'until [ -e "$home/go" ]; do sleep 1; done\nrm -f "$home/trial"',
  'hands over to one that runs': '[ -n "$VENTANILLA_TRIAL" ] && exit 75\nexit 0',
} as const
export type Behaviour = keyof typeof BEHAVIOURS

/** An installation with the real launcher, whose versions do as they are told. */
export interface StandInInstallation {
  readonly path: string
  readonly launcher: string
  addVersion(name: string, behaviour: Behaviour): Promise<void>
  /** Node of the version is replaced by these bytes. */
  breakNode(name: string, bytes: string): Promise<void>
  write(file: 'current' | 'previous' | 'trial' | '.trial-process' | 'go', text: string): Promise<void>
  read(file: string): Promise<string | null>
  /** Versions that were started, with their arguments, in order. */
  starts(): Promise<string[]>
  launch(
    args?: string[],
    options?: { program?: string; seconds?: number; env?: NodeJS.ProcessEnv },
  ): ChildProcess
  remove(): Promise<void>
}

export async function standInInstallation(name = 'ventanilla'): Promise<StandInInstallation> {
  const directory = await mkdtemp(join(tmpdir(), 'ventanilla-launcher-'))
  const path = join(directory, name)
  await mkdir(join(path, 'versions'), { recursive: true })
  await copyFile(launcher, join(path, 'ventanilla'))
  await chmod(join(path, 'ventanilla'), 0o755)
  const running: ChildProcess[] = []
  const read = (file: string) => readFile(join(path, file), 'utf8').catch(() => null)

  return {
    path,
    launcher: join(path, 'ventanilla'),
    async addVersion(version, behaviour) {
      const versionDir = join(path, 'versions', version)
      await mkdir(join(versionDir, 'out', 'main'), { recursive: true })
      await writeFile(join(versionDir, 'node-options'), '--one --two\n')
      const node = [
        '#!/bin/sh',
        'here=${0%/*}; version=${here##*/}; home=${here%/versions/*}',
        'line="$version"; for word in "$@"; do line="$line|${word#"$home"/}"; done',
        'printf "%s\\n" "$line" >>"$home/starts"; printf "%s\\n" $$ >>"$home/pids"',
        BEHAVIOURS[behaviour],
        '',
      ]
      await writeFile(join(versionDir, 'node'), node.join('\n'), { mode: 0o755 })
    },
    async breakNode(version, bytes) {
      await writeFile(join(path, 'versions', version, 'node'), bytes)
    },
    write: (file, text) => writeFile(join(path, file), text),
    read,
    starts: async () => ((await read('starts')) ?? '').split('\n').filter(Boolean),
    launch(args = [], { program = join(path, 'ventanilla'), seconds = 60, env = {} } = {}) {
      const child = spawn(program, args, {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...process.env, VENTANILLA_TRIAL_SECONDS: String(seconds), ...env },
      })
      running.push(child)
      return child
    },
    async remove() {
      for (const child of running)
        if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
      for (const pid of ((await read('pids')) ?? '').split('\n').filter(Boolean)) {
        try {
          process.kill(Number(pid), 'SIGKILL')
        } catch {
          // It has ended.
        }
      }
      await rm(directory, { recursive: true, force: true })
    },
  }
}

export const endOf = async (child: ChildProcess): Promise<number | string | null> => {
  if (child.exitCode !== null) return child.exitCode
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
  return code ?? signal
}
