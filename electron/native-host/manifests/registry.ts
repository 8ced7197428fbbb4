import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, win32 } from 'node:path'
import { InstallError } from './durable-file.ts'
import { defaultValueIn } from './registry-file.rules.ts'

/** Runs a program with these arguments, without a shell. @returns its exit code */
export type RunProgram = (program: string, args: readonly string[]) => Promise<number>

/** Default values of the user's registry keys, through the system's own program. */
export interface Registry {
  read(key: string): Promise<string | null>
  write(key: string, value: string): Promise<void>
  remove(key: string): Promise<void>
}

export function createRegistry(run: RunProgram, env: NodeJS.ProcessEnv): Registry {
  // Of the system, and not the first of this name on the PATH.
  const program = win32.join(env['SystemRoot'] || String.raw`C:\Windows`, 'System32', 'reg.exe')

  async function change(key: string, args: readonly string[]): Promise<void> {
    if ((await run(program, args)) !== 0) throw new InstallError('registry', key)
  }

  /** Exported, because what it prints is in the code page of the console, which has no room for every path. */
  async function read(key: string): Promise<string | null> {
    const directory = await mkdtemp(join(tmpdir(), 'ventanilla-registry-'))
    try {
      const file = join(directory, 'key.reg')
      if ((await run(program, ['export', key, file, '/y'])) !== 0) return null
      return defaultValueIn(await readFile(file, 'utf16le'))
    } catch {
      return null
    } finally {
      await rm(directory, { recursive: true, force: true })
    }
  }

  return {
    read,
    write: (key, value) => change(key, ['add', key, '/ve', '/t', 'REG_SZ', '/d', value, '/f']),
    async remove(key) {
      if ((await read(key)) !== null) await change(key, ['delete', key, '/f'])
    },
  }
}
