import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { AUTHORIZATION, rssMb } from './service-process.ts'

/** Result of a peer with the same reads in the same run. Peers keep no state: they answer any id with an example. */
export interface PeerFigures {
  readonly name: string
  readonly requestsPerSecond: number
  readonly p99Ms: number
  readonly readyMs: number
  readonly rssMb: number
}

const PEERS = [
  {
    name: 'Prism',
    package: '@stoplight/prism-cli@5',
    bin: 'node_modules/@stoplight/prism-cli/dist/index.js',
    args: (document: string, port: number) => ['mock', document, '-p', String(port), '-h', '127.0.0.1'],
  },
  {
    name: 'Mockoon',
    package: '@mockoon/cli@9',
    bin: 'node_modules/@mockoon/cli/bin/run.js',
    args: (document: string, port: number) => [
      'start',
      '--data',
      document,
      '--port',
      String(port),
      '--hostname',
      '127.0.0.1',
    ],
  },
] as const

/** Load of every read, ours and theirs. */
export const READ_LOAD = { connections: 16, duration: 5 }

/** Installs the peers outside the project, and runs them on our own OpenAPI document. */
export async function peerFigures(openapi: unknown): Promise<PeerFigures[]> {
  const directory = join(tmpdir(), 'service-bench-peers')
  mkdirSync(directory, { recursive: true })
  const document = join(directory, 'openapi.json')
  writeFileSync(document, JSON.stringify(openapi))
  const figures: PeerFigures[] = []
  for (const [index, peer] of PEERS.entries()) {
    try {
      if (!existsSync(join(directory, peer.bin)))
        execFileSync(
          'npm',
          ['install', '--prefix', directory, '--no-audit', '--no-fund', '--ignore-scripts', peer.package],
          { stdio: 'ignore' },
        )
      figures.push(
        await measure(
          peer.name,
          join(directory, peer.bin),
          peer.args(document, 42_310 + index),
          42_310 + index,
        ),
      )
    } catch (error) {
      process.stderr.write(
        `${peer.name} left out: ${error instanceof Error ? error.message.split('\n')[0] : 'it failed'}\n`,
      )
    }
  }
  return figures
}

async function measure(
  name: string,
  bin: string,
  args: readonly string[],
  port: number,
): Promise<PeerFigures> {
  const started = performance.now()
  const child = spawn(process.execPath, [bin, ...args], { stdio: 'ignore' })
  try {
    const url = `http://127.0.0.1:${port}/v1/procedures/some-id`
    while ((await fetch(url, { headers: AUTHORIZATION }).catch(() => null))?.status !== 200) {
      if (performance.now() - started > 60_000) throw new Error('it did not answer in a minute')
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    const readyMs = performance.now() - started
    const { requests, latency } = await autocannon({ url, headers: AUTHORIZATION, ...READ_LOAD })
    return { name, requestsPerSecond: requests.average, p99Ms: latency.p99, readyMs, rssMb: rssMb(child) }
  } finally {
    child.kill('SIGKILL')
  }
}
