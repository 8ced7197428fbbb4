import { spawn } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { closeSync, fsyncSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

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

/** Bytes over the connections that this process opens to a port from now on, both ways: TCP payload. */
export function countWire(port: number) {
  const channel = 'net.client.socket'
  const sockets = new Set<Socket>()
  const listen = (message: unknown) => {
    const { socket } = message as { socket: Socket }
    socket.once('connect', () => {
      if (socket.remotePort === port) sockets.add(socket)
    })
  }
  subscribe(channel, listen)
  return {
    bytes: () => [...sockets].reduce((sum, { bytesRead, bytesWritten }) => sum + bytesRead + bytesWritten, 0),
    stop: () => unsubscribe(channel, listen),
  }
}

/** Rejects if the promise takes longer. */
export const within = <T>(ms: number, promise: Promise<T>): Promise<T> =>
  Promise.race([
    promise,
    sleep(ms, undefined, { ref: false }).then(() => {
      throw new Error(`no answer in ${ms} ms`)
    }),
  ])

const START_MS = 60_000

/**
 * Starts a server of HTTP, and waits until it answers at `url`. Rejects if it does not.
 * @returns a function that ends it with `signal`
 */
export async function startServer(
  url: string,
  [command, ...args]: readonly [string, ...string[]],
  { env = {}, signal = 'SIGKILL' }: { env?: Record<string, string>; signal?: NodeJS.Signals } = {},
): Promise<() => Promise<void>> {
  const child = spawn(command, args, { stdio: 'ignore', env: { ...process.env, ...env } })
  const exited = once(child, 'exit')
  const stop = async () => {
    child.kill(signal)
    await exited
  }
  const deadline = performance.now() + START_MS
  while ((await fetch(url).catch(() => null)) === null) {
    if (child.exitCode !== null || performance.now() > deadline) {
      await stop()
      throw new Error(`${args.join(' ')} does not start`)
    }
    await sleep(20)
  }
  return stop
}
