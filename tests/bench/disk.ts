import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** Time in which this machine's disk makes one small write durable: the baseline of every durable figure. */
export function fsyncTimes(directory: string, rounds = 100): number[] {
  const path = join(directory, 'fsync-probe')
  const file = openSync(path, 'w')
  const block = Buffer.alloc(4096, 1)
  const times = Array.from({ length: rounds }, () => {
    writeSync(file, block)
    const started = performance.now()
    fsyncSync(file)
    return performance.now() - started
  })
  closeSync(file)
  rmSync(path)
  return times
}
