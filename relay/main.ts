import { setFlagsFromString } from 'node:v8'
import { createSystemClock } from '#shared/server/clock.ts'
import { explainStartError, announce, followLifecycle, listeningUrl } from '#shared/server/lifecycle.ts'
import { createLog } from '#shared/server/log.ts'
import { requestedText, UsageError } from '#shared/server/options.ts'
import { print, runCommand } from './cli/commands.ts'
import { openDataDirectory } from './cli/data-directory.ts'
import { type Options, parseGivenOffice, parseMailServer, parseOptions } from './cli/options.ts'
import type { Place } from './cli/place.ts'
import { USAGE } from './cli/usage.ts'
import { createRelay, type Relay, type RelayDeps } from './create-relay.ts'
import { freeBytesOf } from './ops/free-bytes.ts'
import { patiently } from './store/patiently.ts'
import { openSqliteStore } from './store/sqlite/open-store.ts'

/** Descriptor of the first socket that a service manager passes; see sd_listen_fds(3). */
const FIRST_FD = 3

/**
 * Descriptor of the listening socket that the service manager opened for this process, or `null` without one. The
 * manager keeps the socket while the relay restarts, so that no connection is refused meanwhile.
 */
function inheritedSocket(env: NodeJS.ProcessEnv, pid: number): number | null {
  const count = env['LISTEN_FDS']
  // With the id of another process, the variables were meant for that one and only inherited.
  if (count === undefined || env['LISTEN_PID'] !== String(pid)) return null
  if (count !== '1') throw new UsageError(`LISTEN_FDS is ${count}: the relay listens on one socket`)
  return FIRST_FD
}

// Each large event leaves strings of its size behind: the heap grows by half, and not several times, before they go.
setFlagsFromString('--heap-growing-percent=50')

/** The whole stop: requests on open connections 1 s, commits 3 s, answers 1.5 s, and the log folded into the file. */
const STOP_MS = 8_500

/** Time that a proxy has to see that a node is leaving: it asks twice a second (build/relay/Caddyfile.nodes). */
const LEAVE_MS = 2_000

/** Beside this file: its source, or what the build makes of it. */
const writerEntry = new URL(
  import.meta.url.endsWith('.ts') ? './store/sqlite/writer.ts' : './relay-writer.js',
  import.meta.url,
)

const clock = createSystemClock()
const log = createLog(
  (line) => process.stderr.write(line),
  () => clock.now(),
)

const openRelay = (options: Options, given: Pick<RelayDeps, 'store' | 'disk'>): Relay =>
  createRelay({
    ...given,
    clock,
    log,
    publicUrl: options.publicUrl,
    trustedProxies: options.trustedProxies,
    inboxRate: options.inboxRate,
    alarmNetworks: options.alarmNetworks,
    mailServer: parseMailServer(process.env['RELAY_SMTP'], options.mailFrom),
  })

function inDirectory(options: Options): Place {
  const minFreeBytes = options.minFreeMb * 1024 * 1024
  return openDataDirectory(options.dataDir, (directory) =>
    openRelay(options, {
      store: openSqliteStore({ directory, clock, log, writerEntry }),
      disk: { minFreeBytes, freeBytes: () => freeBytesOf(directory) },
    }),
  )
}

/** The client of the database is loaded where there is one. */
async function inDatabase(options: Options, url: string): Promise<Place> {
  const { openDatabasePlace } = await import('./cli/database-place.ts')
  return openDatabasePlace(
    { url, keyFile: options.keyFile, connections: options.connections, clock, log },
    (store) => openRelay(options, { store }),
  )
}

/** Fastify passes every option on to Node; its types lack this one. With no host it would look up `localhost`. */
const passed = (fd: number): { host: string } => Object.assign({ host: '127.0.0.1' }, { fd })

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

async function serve(options: Options, place: Place): Promise<void> {
  const fd = inheritedSocket(process.env, process.pid)
  const given = process.env['RELAY_OFFICE']
  const office = given === undefined ? null : parseGivenOffice(given)
  const unlock = place.lock()
  const relay = await place.open()
  await patiently(relay.offices.settle)
  if (office !== null) await patiently(() => relay.offices.keep(office))

  async function stop(): Promise<void> {
    place.withdraw()
    if (place.isShared) {
      relay.leave()
      await pause(LEAVE_MS)
    }
    await relay.stop()
    unlock()
  }
  try {
    const { host, port } = options
    await relay.app.listen(fd === null ? { host, port } : passed(fd))
    await new Promise<void>((resolve, reject) => {
      relay.ops.once('error', reject).listen(options.opsPort, '127.0.0.1', resolve)
    })
  } catch (error) {
    await stop()
    throw error
  }
  const listening = listeningUrl(relay.app)
  const ops = listeningUrl({ server: relay.ops })
  place.announce({ url: listening, ops })
  // Before announcing the address: the parent may ask it to stop at once.
  followLifecycle({ stop, log, deadlineMs: STOP_MS + (place.isShared ? LEAVE_MS : 0) })
  announce({ listening, ops })
}

async function main(): Promise<void> {
  const args = process.argv.slice(2)
  const text = requestedText(args, 'ventanilla-relay', USAGE)
  if (text !== null) {
    process.stdout.write(text)
    return
  }
  const options = parseOptions(args, process.env)
  const { command, argument, database } = options
  if (command === 'new-key' || command === 'new-epoch') {
    const { makeKey, makeEpoch } = await import('./cli/database-place.ts')
    if (command === 'new-key') makeKey(argument ?? '')
    else await makeEpoch({ url: database, keyFile: options.keyFile, log })
    return
  }
  if (command === 'doctor') {
    const { doctorCommand } = await import('./cli/doctor-command.ts')
    const { said, ok } = await doctorCommand(options, { clock, env: process.env })
    print(said, options.json)
    process.exitCode = ok ? 0 : 1
    return
  }
  if (command === 'export' || command === 'import') {
    const { transferCommand } = await import('./cli/transfer-command.ts')
    print(await transferCommand(command, options, { now: clock.now(), log }), options.json)
    return
  }
  const place = database === null ? inDirectory(options) : await inDatabase(options, database)
  if (command === 'serve') await serve(options, place)
  else await runCommand(command, options, place)
}

// A parent that dies closes its end of these pipes: that must not end the relay before a clean stop.
process.stdout.on('error', () => {})
process.stderr.on('error', () => {})

try {
  await main()
} catch (error) {
  process.stderr.write(`relay: ${explainStartError(error, 'relay')}\n`)
  process.exit(error instanceof UsageError ? 2 : 1)
}
