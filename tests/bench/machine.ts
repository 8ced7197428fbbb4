import { closeSync, fsyncSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** Milliseconds of single durable writes of 4 KiB: the floor of every durable figure. */
export function measureFsync(directory: string, rounds = 100): number[] {
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

/** Resident memory (RSS) of a process. It includes the pages that the process shares with others. */
export function residentMegabytes(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}

/** Milliseconds of one call. */
export async function timed(run: () => unknown): Promise<number> {
  const started = performance.now()
  await run()
  return performance.now() - started
}

/** Milliseconds of each call, one after another. */
export async function timedEach<T>(values: Iterable<T>, run: (value: T) => unknown): Promise<number[]> {
  const times: number[] = []
  for (const value of values) times.push(await timed(() => run(value)))
  return times
}

/** `count` calls with their index. */
export const timedTimes = (count: number, run: (index: number) => unknown): Promise<number[]> =>
  timedEach(Array.from({ length: count }).keys(), run)
