import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { announce, followLifecycle, explainStartError, listeningUrl } from '#shared/server/lifecycle.ts'
import { requestedText, UsageError } from '#shared/server/options.ts'
import { createSystemClock } from '#shared/server/clock.ts'
import { createLog } from '#shared/server/log.ts'
import { developmentKey, parseApiKeys } from './cli/api-keys.ts'
import { readAssumptions, readSubscriptions } from './cli/operator-files.ts'
import { parseOptions } from './cli/options.ts'
import { createService } from './create-service.ts'
import { closeDb, openDb, type Db } from './db/open.ts'
import { createCounters } from './db/counters.ts'
import { createDraw } from './registry/draw.ts'
import { seededId } from './registry/seeded-id.ts'
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
 * Ids derived from the seed and the count since this start, so that a run is reproducible to the byte. Each
 * start of a store has its own sequence, so that no id repeats.
 */
function createSeededIds(db: Db, seed: string): () => string {
  const counters = createCounters(db)
  const start = counters.read('starts') + 1
  counters.write('starts', start)
  let count = 0
  return () => seededId(createDraw(`${seed}/${start}/${count++}`))
}

/** Time that requests under way have to finish; the whole stop stays below three seconds. */
const FINISH_MS = 1_200
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
  // After the store is open: its lock ensures that a single process creates the key.
  const made = givenKeys === null ? developmentKey(directory) : null
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
    // Otherwise a connection would stay open after its last response until the cut.
    const sweep = setInterval(() => app.server.closeIdleConnections(), 25)
    const cut = setTimeout(() => app.server.closeAllConnections(), FINISH_MS)
    await app.close()
    clearInterval(sweep)
    clearTimeout(cut)
    closeDb(db)
  }

  await app.listen({ host: options.host, port: options.port })
  const listening = listeningUrl(app)
  // Before announcing the address: the parent may ask it to stop at once.
  followLifecycle({ stop, log, deadlineMs: STOP_MS })
  announce(made === null ? { listening } : { listening, apiKey: made.key, account: made.account })
}

// A parent that dies closes its end of these pipes: that must not end the service before a clean stop.
process.stdout.on('error', () => {})
process.stderr.on('error', () => {})

try {
  await main()
} catch (error) {
  process.stderr.write(`service: ${explainStartError(error, 'service')}\n`)
  process.exit(error instanceof UsageError ? 2 : 1)
}
