import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, win32 } from 'node:path'
import { InstallError } from './durable-file.ts'
import { parseFirstByte, parseRegistryText } from './manifest.rules.ts'

/**
 * Runs a program with these arguments, without a shell.
 * @returns its exit code
 */
export type RunProgram = (program: string, args: readonly string[]) => Promise<number>

/**
 * The user's registry, accessed with the system's own program. Without a name, a value is the default value of its
 * key.
 */
export interface Registry {
  read(key: string, name?: string): Promise<string | null>
  /** First byte of a binary value. */
  readByte(key: string, name: string): Promise<number | null>
  write(key: string, value: string, name?: string): Promise<void>
  /** Removes a value. Without a name, removes the key. */
  remove(key: string, name?: string): Promise<void>
}

export function createRegistry(run: RunProgram, env: NodeJS.ProcessEnv): Registry {
  // Use the system's program, not the first one of this name on the PATH.
  const program = win32.join(env['SystemRoot'] || String.raw`C:\Windows`, 'System32', 'reg.exe')

  async function change(key: string, args: readonly string[]): Promise<void> {
    if ((await run(program, args)) !== 0) throw new InstallError('registry', key)
  }

  /**
   * Reads from an exported file. The program's output is in the code page of the console, which lacks characters of
   * some paths.
   */
  async function readExport<T>(key: string, take: (file: string) => T): Promise<T | null> {
    const directory = await mkdtemp(join(tmpdir(), 'ventanilla-registry-'))
    try {
      const file = join(directory, 'key.reg')
      if ((await run(program, ['export', key, file, '/y'])) !== 0) return null
      return take(await readFile(file, 'utf16le'))
    } catch {
      return null
    } finally {
      await rm(directory, { recursive: true, force: true })
    }
  }

  const read = (key: string, name?: string) => readExport(key, (file) => parseRegistryText(file, name))
  const readByte = (key: string, name: string) => readExport(key, (file) => parseFirstByte(file, name))
  const buildNameArgs = (name?: string) => (name === undefined ? ['/ve'] : ['/v', name])

  return {
    read,
    readByte,
    write: (key, value, name) =>
      change(key, ['add', key, ...buildNameArgs(name), '/t', 'REG_SZ', '/d', value, '/f']),
    async remove(key, name) {
      if (name === undefined) {
        if ((await read(key)) !== null) await change(key, ['delete', key, '/f'])
      } else if ((await read(key, name)) !== null || (await readByte(key, name)) !== null)
        await change(key, ['delete', key, ...buildNameArgs(name), '/f'])
    },
  }
}
