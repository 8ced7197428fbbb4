import { spawn } from 'node:child_process'
import { readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const INPUTS = [
  'electron',
  'renderer',
  'shared',
  'relay',
  'service',
  'electron.vite.config.ts',
  'build',
  'package.json',
  'package-lock.json',
]
const STAMP = 'out/.built'

/** True if any build input is newer than the build. */
export function isStale(root: string): boolean {
  const built = statSync(join(root, STAMP), { throwIfNoEntry: false })
  return !built || INPUTS.some((input) => newest(join(root, input)) > built.mtimeMs)
}

/**
 * Builds everything.
 * @returns true on success
 */
export async function build(root: string): Promise<boolean> {
  const started = new Date()
  const done = await new Promise<boolean>((resolve) => {
    const command = join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js')
    const child = spawn(process.execPath, [command, 'build', '--logLevel=warn'], {
      cwd: root,
      stdio: ['ignore', 2, 2],
    })
    child.once('error', () => resolve(false))
    child.once('exit', (code) => resolve(code === 0))
  })
  if (!done) return false
  writeFileSync(join(root, STAMP), '')
  // Use the start time: a file saved during the build makes the build stale again.
  utimesSync(join(root, STAMP), started, started)
  return true
}

function newest(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) return 0
  if (!found.isDirectory()) return found.mtimeMs
  return Math.max(found.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))))
}

// Run as a program: `npm run build`.
if (process.argv[1] === fileURLToPath(import.meta.url))
  process.exitCode = (await build(fileURLToPath(new URL('..', import.meta.url)))) ? 0 : 1
