import { expect } from 'vitest'
import type { Finding } from '#relay/doctor/findings.ts'
import { runRelay } from './process.ts'

export interface Examined {
  code: number | null
  /** Finding of a check. */
  of(check: string): Finding | undefined
  /** Checks that found something wrong; not how late the event loop is, which is a busy machine's doing. */
  wrong: string[]
}

/** Runs `doctor`, and expects its exit code to say what it found. */
export async function examine(
  directory: string,
  args: string[] = [],
  env: NodeJS.ProcessEnv = {},
): Promise<Examined> {
  const { code, stdout, stderr } = await runRelay(directory, ['doctor', '--json', ...args], '', env)
  if (stdout === '') throw new Error(stderr)
  const { ok, findings } = JSON.parse(stdout) as { ok: boolean; findings: Finding[] }
  const all = findings.filter(({ outcome }) => outcome === 'wrong').map(({ check }) => check)
  expect([code, ok]).toEqual(all.length === 0 ? [0, true] : [1, false])
  const wrong = all.filter((check) => check !== 'event loop')
  // Whatever is wrong comes with what to do.
  for (const { outcome, advice } of findings) expect(advice === undefined).toBe(outcome !== 'wrong')
  return { code, wrong, of: (check) => findings.find((finding) => finding.check === check) }
}
