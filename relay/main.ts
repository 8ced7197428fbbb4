import { setFlagsFromString } from 'node:v8'
import { createSystemClock } from '#shared/server/clock.ts'
import { explainStartError, announce, followLifecycle, listeningUrl } from '#shared/server/lifecycle.ts'
import { createLog } from '#shared/server/log.ts'
import { requestedText, UsageError } from '#shared/server/options.ts'
import { printOutput, runCommand } from './cli/commands.ts'
import { readFreeBytes, openDataDirectory, type Place } from './cli/place.ts'
import { type Options, parseGivenOffice, parseMailServer, parseOptions, USAGE } from './cli/options.ts'
import { createRelay, type Relay, type RelayDeps } from './create-relay.ts'
import { retryWhileBusy } from './store/write-queue.ts'
import { openSqliteStore } from './store/sqlite/open-store.ts'

/** File descriptor of the first socket that a service manager passes; see sd_listen_fds(3). */
const FIRST_FD = 3

/**
 * File descriptor of the socket that the service manager opened for this process, or `null`. The manager keeps this
 * socket open while the relay restarts, so no connection is refused.
 */
function findInheritedSocket(env: NodeJS.ProcessEnv, pid: number): number | null {
  const count = env['LISTEN_FDS']
  // With another process id, the variables belong to that process and were only inherited.
  if (count === undefined || env['LISTEN_PID'] !== String(pid)) return null
  if (count !== '1') throw new UsageError(`LISTEN_FDS is ${count}: the relay listens on one socket`)
  return FIRST_FD
}

// Each large event leaves garbage strings of its size. This limit lets the heap grow by half before a collection, not
// several times.
setFlagsFromString('--heap-growing-percent=50')

/** Time for a whole stop: open connections 1 s, commits 3 s, responses 1.5 s, and a checkpoint of the log. */
const STOP_MS = 8_500

/**
 * Time for a reverse proxy to notice that a node is leaving. The proxy checks twice a second
 * (build/relay/Caddyfile.nodes).
 */
const LEAVE_MS = 2_000

/** Writer entry beside this file: the source, or the built file. */
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

function openDirectoryPlace(options: Options): Place {
  const minFreeBytes = options.minFreeMb * 1024 * 1024
  return openDataDirectory(options.dataDir, (directory) =>
    openRelay(options, {
      store: openSqliteStore({ directory, clock, log, writerEntry }),
      disk: { minFreeBytes, freeBytes: () => readFreeBytes(directory) },
    }),
  )
}

/** Loads the PostgreSQL client only if a database is used. */
async function openSharedPlace(options: Options, url: string): Promise<Place> {
  const { openDatabasePlace } = await import('./cli/database-place.ts')
  return openDatabasePlace(
    { url, keyFile: options.keyFile, connections: options.connections, clock, log },
    (store) => openRelay(options, { store }),
  )
}

/**
 * Options to listen on a file descriptor. Fastify passes them to Node, but its types lack `fd`. Without a host,
 * Fastify would resolve `localhost`.
 */
const buildListenOptions = (fd: number): { host: string } => Object.assign({ host: '127.0.0.1' }, { fd })

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

async function serve(options: Options, place: Place): Promise<void> {
  const fd = findInheritedSocket(process.env, process.pid)
  const given = process.env['RELAY_OFFICE']
  const office = given === undefined ? null : parseGivenOffice(given)
  const unlock = place.lock()
  const relay = await place.open()
  await retryWhileBusy(relay.offices.finishInterrupted)
  if (office !== null) await retryWhileBusy(() => relay.offices.ensure(office))

  async function stop(): Promise<void> {
    place.removeAnnouncement()
    if (place.isShared) {
      relay.drain()
      await sleep(LEAVE_MS)
    }
    await relay.stop()
    unlock()
  }
  try {
    const { host, port } = options
    await relay.app.listen(fd === null ? { host, port } : buildListenOptions(fd))
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
  // Register before announcing the address: the parent may request a stop at once.
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
    const { runDoctor } = await import('./doctor/doctor.ts')
    const { output, ok } = await runDoctor(options, { clock, env: process.env })
    printOutput(output, options.json)
    process.exitCode = ok ? 0 : 1
    return
  }
  if (command === 'export' || command === 'import') {
    const { runTransfer } = await import('./cli/transfer-command.ts')
    printOutput(await runTransfer(command, options, { now: clock.now(), log }), options.json)
    return
  }
  const place = database === null ? openDirectoryPlace(options) : await openSharedPlace(options, database)
  if (command === 'serve') await serve(options, place)
  else await runCommand(command, options, place)
}

// A parent that dies closes these pipes. The write error must not end the relay before a clean stop.
process.stdout.on('error', () => {})
process.stderr.on('error', () => {})

try {
  await main()
} catch (error) {
  process.stderr.write(`relay: ${explainStartError(error, 'relay')}\n`)
  process.exit(error instanceof UsageError ? 2 : 1)
}
