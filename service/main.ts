import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createSystemClock } from '#shared/server/clock.ts'
import { explainStartError, announce, followLifecycle, listeningUrl } from '#shared/server/lifecycle.ts'
import { createLog } from '#shared/server/log.ts'
import { requestedText, UsageError } from '#shared/server/options.ts'
import {
  loadDevelopmentKey,
  parseApiKeys,
  parseOptions,
  readAssumptions,
  readSubscriptions,
} from './command-line.ts'
import { createService } from './create-service.ts'
import { closeDb, createCounters, type Db, openDb } from './db/open.ts'
import { createDraw, drawId } from './registry/draw.ts'
import { schedules } from './webhooks/schedules.ts'

/** Output of `--help`. service/README.md has the details. */
const USAGE = `npm run service -- [options]

  --port=4010                   0 for a free one
  --host=127.0.0.1              a loopback address
  --data-dir=DIR                in memory without it
  --mode=development            or production: no test endpoints, no sentinels, no /_dev
  --report-delay-ms=600         how long the registry takes
  --signature-delay-ms=1000     from submission to a sentinel's final state
  --download-ttl-s=300          life of downloadUrl and reportUrl
  --retry-profile=default       ${Object.keys(schedules).join(', ')}
  --autoplay[=SPEED]            submitted procedures go on by themselves
  --webhook-hosts=a,b           hosts outside this machine that events may go to
  --subscriptions=FILE          subscriptions to register at the start
  --assumptions=FILE            what differs from shared/api/service-assumptions.ts
  --seed=TEXT                   the same ids in the same order
  --version                     which version this is

Keys: SERVICE_API_KEYS="key=B12345674,…"; without it one is made and printed.
`

/**
 * Derives ids from the seed, the number of the start and a count. A run is reproducible to the byte. A restart has
 * a sequence of its own, so no id repeats.
 */
function createSeededIds(db: Db, seed: string): () => string {
  const counters = createCounters(db)
  const start = counters.read('starts') + 1
  counters.write('starts', start)
  let count = 0
  return () => drawId(createDraw(`${seed}/${start}/${count++}`))
}

/** A stop waits this long for running requests. */
const FINISH_MS = 1_200
/** The whole stop ends within this time. */
const STOP_MS = 2_800

/** Composition root of the service: parses the command line, wires the parts and listens. */
async function main(): Promise<void> {
  const args = process.argv.slice(2)
  const text = requestedText(args, 'ventanilla-service', USAGE)
  if (text !== null) {
    process.stdout.write(text)
    return
  }
  const options = parseOptions(args)
  const given = process.env['SERVICE_API_KEYS']
  const givenKeys = given === undefined ? null : parseApiKeys(given)

  const clock = createSystemClock()
  const log = createLog(
    (line) => process.stderr.write(line),
    () => clock.now(),
  )
  const directory = options.dataDir === ':memory:' ? null : options.dataDir
  if (directory !== null) mkdirSync(directory, { recursive: true, mode: 0o700 })
  const db = openDb(directory === null ? ':memory:' : join(directory, 'service.db'))
  // The store's lock is held by now, so only one process creates the key.
  const made = givenKeys === null ? loadDevelopmentKey(directory) : null
  const apiKeys = givenKeys ?? (made === null ? [] : [made])

  const app = createService({
    db,
    clock,
    log,
    newId: options.seed === null ? randomUUID : createSeededIds(db, options.seed),
    apiKeys,
    reportDelayMs: options.reportDelayMs,
    signatureDelayMs: options.signatureDelayMs,
    retryProfile: options.retryProfile,
    mode: options.mode,
    webhookHosts: options.webhookHosts,
    assumptions: { ...readAssumptions(options.assumptionsFile), downloadTtlMs: options.downloadTtlMs },
    autoplaySpeed: options.autoplaySpeed,
    operatorSubscriptions: readSubscriptions(
      options.subscriptionsFile,
      apiKeys.map(({ account }) => account),
    ),
    filesDirectory: directory === null ? null : join(directory, 'files'),
  })
  async function stop(): Promise<void> {
    // Close idle keep-alive connections at once: they would stay open until the cut.
    const sweep = setInterval(() => app.server.closeIdleConnections(), 25)
    const cut = setTimeout(() => app.server.closeAllConnections(), FINISH_MS)
    await app.close()
    clearInterval(sweep)
    clearTimeout(cut)
    closeDb(db)
  }

  await app.listen({ host: options.host, port: options.port })
  const listening = listeningUrl(app)
  // Listen for a stop before the address is printed: the parent may stop the service at once.
  followLifecycle({ stop, log, deadlineMs: STOP_MS })
  announce(made === null ? { listening } : { listening, apiKey: made.key, account: made.account })
}

// A parent that dies closes these pipes. The write error must not end the service before a clean stop.
process.stdout.on('error', () => {})
process.stderr.on('error', () => {})

try {
  await main()
} catch (error) {
  process.stderr.write(`service: ${explainStartError(error, 'service')}\n`)
  process.exit(error instanceof UsageError ? 2 : 1)
}
