import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHostManifests } from '#electron/native-host/manifests/manifests.ts'
import { builtHost, CHROME_ORIGIN, startHost } from '#tests/fakes/host-browser.ts'
import { openFakeDoor } from '#tests/fakes/host-door.ts'
import { residentMegabytes } from './resident-memory.ts'
import { figure, type Figure } from './statistics.ts'

const WARM_UP = 3
const ROUND_TRIPS = 500

/**
 * The native host of the browser extension as a browser starts it, by the installed launcher, over a door that answers
 * at once; each start beside one of Node that does nothing.
 */
export async function nativeHostFigures(rounds: number): Promise<Figure[]> {
  const home = await mkdtemp(join(tmpdir(), 'ventanilla-native-host-'))
  const dataDir = join(home, 'data')
  const manifests = createHostManifests({
    system: { platform: process.platform, env: {}, home },
    dataDir,
    program: process.execPath,
    isElectron: false,
    script: builtHost,
    startCommand: [process.execPath],
    run: () => Promise.resolve(1),
  })
  await manifests.install('chromium')
  const launcher = join(dataDir, 'native-host', 'ventanilla-host')
  const command = [launcher, CHROME_ORIGIN]
  const door = await openFakeDoor(dataDir)
  try {
    const starts: number[] = []
    const floors: number[] = []
    for (let round = -WARM_UP; round < rounds; round++) {
      const start = await timed(async () => {
        const host = startHost(null, { command })
        await host.ask('hello')
        return () => host.close()
      })
      const floor = await timed(async () => {
        await once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'exit')
        return () => Promise.resolve()
      })
      if (round < 0) continue
      starts.push(start)
      floors.push(floor)
    }
    const host = startHost(null, { command })
    await host.ask('hello')
    const trips: number[] = []
    for (let trip = 0; trip < ROUND_TRIPS; trip++) {
      trips.push(
        await timed(async () => {
          await host.ask('lookup.get', { vrms: ['1234BCD'] })
          return () => Promise.resolve()
        }),
      )
    }
    const resident = residentMegabytes(host.pid)
    const own = ownMegabytes(host.pid)
    await host.close()
    const sizes = await Promise.all([builtHost, launcher].map((file) => stat(file)))
    const disk = sizes.reduce((sum, { size }) => sum + size, 0) / 1024
    return [
      figure('native host: start → first answer', 'ms', starts, { target: 50 }),
      figure('node -e 0, beside each', 'ms', floors),
      figure('native host: round trip of a small frame', 'ms', trips),
      figure('native host: resident', 'MB', [resident]),
      figure('native host: memory of its own', 'MB', [own]),
      figure('native host: on disk', 'KB', [disk], { target: 40 * 1024 }),
    ]
  } finally {
    await door.kill()
    await rm(home, { recursive: true, force: true })
  }
}

/** Without what it shares with another Node of the same file, as the application's is. */
function ownMegabytes(pid: number): number {
  const [, kilobytes] =
    /Private_Dirty:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}

/** @param act returns what ends it, which is not measured */
async function timed(act: () => Promise<() => Promise<unknown>>): Promise<number> {
  const started = performance.now()
  const end = await act()
  const time = performance.now() - started
  await end()
  return time
}
