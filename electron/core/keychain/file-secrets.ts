import { mkdir, readFile, rename, open } from 'node:fs/promises'
import { join } from 'node:path'
import type { SecretStore } from './secret-store.ts'

/**
 * Secrets as owner-only files. For the demonstration alone, whose data is invented (rule 10): real accounts
 * keep theirs in the system's keychain, and there is no fallback from that to this.
 */
export function createFileSecrets(directory: string): SecretStore {
  const file = (name: string) => join(directory, `${name}.secret`)
  return {
    async get(name) {
      try {
        return (await readFile(file(name), 'utf8')).trim() || null
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
        throw error
      }
    },
    async set(name, value) {
      await mkdir(directory, { recursive: true, mode: 0o700 })
      await writeDurably(file(name), value)
    },
  }
}

/** Whole or not at all, and on disk before it returns: what is encrypted with a lost key is lost too. */
export async function writeDurably(path: string, content: string): Promise<void> {
  const draft = `${path}.new`
  const handle = await open(draft, 'w', 0o600)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(draft, path)
}
