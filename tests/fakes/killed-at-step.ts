import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

/** What changes the disk, by where it is. */
const STEPS = ['renameSync', 'rmSync', 'mkdirSync', 'copyFileSync', 'writeSync', 'fsyncSync'] as const
const PROMISED = ['rename', 'rm', 'rmdir', 'mkdir', 'writeFile'] as const

/**
 * Kills this process, as a power cut does, before the given change of the disk. To be called before anything else is
 * imported.
 * @param step 1 for the first; 0 for none: then the number of changes is told at the end
 */
export function killAtStep(step: number): { steps(): number } {
  let count = 0
  const counted =
    <A extends unknown[], R>(run: (...args: A) => R) =>
    (...args: A): R => {
      if (++count === step) process.kill(process.pid, 'SIGKILL')
      return run(...args)
    }
  for (const name of STEPS) fs[name] = counted(fs[name] as never) as never
  for (const name of PROMISED) fs.promises[name] = counted(fs.promises[name] as never) as never
  syncBuiltinESMExports()
  return { steps: () => count }
}
