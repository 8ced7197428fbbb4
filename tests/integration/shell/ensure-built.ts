import { closeSync, openSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, isStale } from '#electron/build-if-stale.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const lock = join(root, 'node_modules', '.ventanilla-build')
/** Patience with the build of a busy machine, and with that of another file before it. */
export const BUILD_MS = 900_000
/** A lock of a killed run. A running build is never this old. */
const FORGOTTEN_MS = BUILD_MS / 3

/** Builds what is stale, one test file at a time: a build empties the folder that another may be running from. */
export async function ensureBuilt(): Promise<void> {
  for (;;) {
    if (take()) break
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  try {
    if (isStale(root) && !(await build(root))) throw new Error('the application does not build')
  } finally {
    rmSync(lock, { force: true })
  }
}

function take(): boolean {
  const held = statSync(lock, { throwIfNoEntry: false })
  if (held && Date.now() - held.mtimeMs > FORGOTTEN_MS) rmSync(lock, { force: true })
  try {
    closeSync(openSync(lock, 'wx'))
    return true
  } catch {
    return false
  }
}
