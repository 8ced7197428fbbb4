import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createKeyedQueue } from '../runtime/serial-queue.ts'
import { syncDirectory } from '../runtime/directories.ts'
import type { SecretStore } from './secret-store.ts'

/**
 * Secrets as owner-only files, only for the demonstration, whose data are invented. Real accounts keep their secrets
 * in the system's keychain, and never fall back to files.
 */
export function createFileSecrets(directory: string): SecretStore {
  // Encode the name, so that neither a scope's "/" nor ".." leaves the directory.
  const file = (name: string) => join(directory, `${encodeURIComponent(name)}.secret`)
  return {
    persistent: true,
    async get(name) {
      try {
        return (await readFile(file(name), 'utf8')).trim() || null
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
        throw error
      }
    },
    // Create the directory inside the queue: otherwise the slower of two writes could win.
    set: (name, value) =>
      writes(file(name), async () => {
        await mkdir(directory, { recursive: true, mode: 0o700 })
        await replaceFile(file(name), value)
      }),
    delete: (name) => writes(file(name), () => rm(file(name), { force: true })),
  }
}

/** Queue per file, because concurrent writes of one file share its draft. Only this process uses the directory. */
const writes = createKeyedQueue()

/**
 * Writes a file atomically and durably: a lost key loses its encrypted data. Writes of one file run in the order of
 * the calls, so the last content stays.
 */
export const writeDurably = (path: string, content: string): Promise<void> =>
  writes(path, () => replaceFile(path, content))

async function replaceFile(path: string, content: string): Promise<void> {
  const draft = `${path}.new`
  const handle = await open(draft, 'w', 0o600)
  try {
    // Set the mode again: a draft left by another process would keep its own mode.
    await handle.chmod(0o600)
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(draft, path)
  await syncDirectory(dirname(path))
}
