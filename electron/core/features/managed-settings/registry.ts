import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, win32 } from 'node:path'
import type { ManagedSource } from '#shared/bridge/managed.ts'
import { POLICY_KEY, readManagedPolicy } from './managed-policy.rules.ts'
import { createReading, type ManagedReading } from './reading.rules.ts'
import { readRegistryExport } from './registry-export.rules.ts'

/** Runs a program with these arguments, without a shell. @returns its exit code */
export type RunProgram = (program: string, args: readonly string[]) => Promise<number>

export interface PolicyDeps {
  run: RunProgram
  env: NodeJS.ProcessEnv
}

const ROOTS = { 'machine-policy': 'HKLM', 'user-policy': 'HKCU' } as const
/** Every Windows has it. */
const ALWAYS_THERE = String.raw`Software\Policies`

/**
 * Reads the policies of the machine, or of the user, with the system's own program: no native module, and nothing of the
 * code page of the console. Never rejects. @returns `null` without any
 */
export async function readPolicy(
  source: keyof typeof ROOTS & ManagedSource,
  { run, env }: PolicyDeps,
): Promise<ManagedReading | null> {
  // Of the system, and not the first of this name on the PATH.
  const program = win32.join(env['SystemRoot'] || String.raw`C:\Windows`, 'System32', 'reg.exe')
  const key = `${ROOTS[source]}\\${POLICY_KEY}`
  const directory = await mkdtemp(join(tmpdir(), 'ventanilla-policy-')).catch(() => null)
  try {
    if (directory === null) return unreadable(source, key)
    const file = join(directory, 'policy.reg')
    if ((await run(program, ['export', key, file, '/y'])) === 0)
      return readManagedPolicy(readRegistryExport(await readFile(file, 'utf16le')), source, key)
    // Absent and not to be read look alike, and an administrator may have closed the registry to programs.
    const probe = await run(program, ['query', `${ROOTS[source]}\\${ALWAYS_THERE}`])
    return probe === 0 ? null : unreadable(source, key)
  } catch {
    return unreadable(source, key)
  } finally {
    if (directory !== null) await rm(directory, { recursive: true, force: true }).catch(() => undefined)
  }
}

function unreadable(source: ManagedSource, path: string): ManagedReading {
  const reading = createReading(source, path)
  reading.broken('unreadable')
  return reading.done()
}
