import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/**
 * Runs a program that needs the tools of `build/tools/package.json`:
 * `node build/with-node.js build/with-tools.ts FILE [ARGUMENTS]`. Without FILE, only installs the tools.
 *
 * `npm ci` leaves the tools out (`.npmrc`). This file adds them to `node_modules`, once after each `npm ci`.
 */

const root = fileURLToPath(new URL('..', import.meta.url))

/** Arguments of npm that add the tools. The lockfile stays as it is. */
const INSTALL = [
  'install',
  '--workspaces',
  '--include-workspace-root',
  '--no-save',
  '--no-audit',
  '--no-fund',
]

interface Lockfile {
  packages: Record<string, { version?: string; optional?: boolean; link?: boolean }>
}

/** True if `node_modules` has every package of the lockfile. An optional package may be for another platform. */
function isComplete(directory: string): boolean {
  const read = (file: string) =>
    (JSON.parse(readFileSync(join(directory, file), 'utf8')) as Lockfile).packages
  const locked = read('package-lock.json')
  try {
    const installed = read('node_modules/.package-lock.json')
    return Object.entries(locked).every(
      ([path, { version, optional, link }]) =>
        !path.startsWith('node_modules/') ||
        optional === true ||
        link === true ||
        (installed[path]?.version === version && existsSync(join(directory, path))),
    )
  } catch {
    // npm writes this file at the end of each installation.
    return false
  }
}

/** Runs npm without its report. @returns reason of a failure, or `null` */
function runNpm(directory: string, args: readonly string[]): Promise<string | null> {
  return new Promise((done) => {
    const child = spawn('npm', args, {
      cwd: directory,
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: process.platform === 'win32',
    })
    child.once('error', ({ message }) => done(message))
    child.once('exit', (code) => done(code === 0 ? null : `npm ended with ${code}`))
  })
}

/**
 * Installs the tools if `node_modules` lacks a package of the lockfile.
 * @returns sentence for the user if that failed, or `null`
 */
export async function ensureTools(directory = root, npm = runNpm): Promise<string | null> {
  if (isComplete(directory)) return null
  process.stdout.write('Installing the tools of packages and of the bench…\n')
  const failure = await npm(directory, INSTALL)
  return failure === null
    ? null
    : `The tools of packages and of the bench could not be installed (${failure}). Run npm run tools to try again.`
}

/** For vitest: its files import the tools. */
export async function setup(): Promise<void> {
  const failure = await ensureTools()
  if (failure !== null) throw new Error(failure)
}

// Run as a program.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const failure = await ensureTools()
  if (failure !== null) {
    process.stderr.write(`${failure}\n`)
    process.exit(1)
  }
  const file = process.argv[2]
  if (file !== undefined) {
    process.argv.splice(1, 2, resolve(file))
    await import(pathToFileURL(resolve(file)).href)
  }
}
