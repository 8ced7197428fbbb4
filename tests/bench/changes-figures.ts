import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createServiceDocumentQueries } from '#electron/core/features/service-documents/service-documents.store.ts'
import { createResourceQueries } from '#electron/core/features/changes/resources.store.ts'
import { openDatabase } from '#electron/core/store/open-database.ts'
import { findStoreKey } from '#electron/core/store/store-key.ts'
import { createFileSecrets } from '#electron/core/keychain/file-secrets.ts'
import { temporaryDirectory } from '#tests/fakes/core-fixture.ts'
import { startFaultService } from '#tests/fakes/fault-service.ts'
import { startTracking, type TrackingFixture, type TrackingOptions } from '#tests/fakes/tracking-fixture.ts'
import { createProcedures, procedureEvent } from '#tests/fakes/procedures.ts'
import { plateAt } from './seed.ts'
import { figure, type Figure } from './statistics.ts'

const ROUNDS = 40
const OPEN = 2_000
const WATCH_MS = 20_000
const MONTH = 10_000
const INBOX = 100_000
const QUERIES = 100
const HOUR = 3_600_000

/** Costs of tracking changes: from the service to the screen, and with the volume of a large office. */
export async function changesFigures(): Promise<Figure[]> {
  return [...(await toTheScreen()), ...(await manyOpen()), ...(await aMonthAway()), ...(await manyInbox())]
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 1))
}

/** Tracking core without grouping: each change is a notification. */
async function withService<T>(
  options: TrackingOptions,
  run: (parts: {
    of: TrackingFixture
    procedures: ReturnType<typeof createProcedures>
    raisedAt: number[]
  }) => Promise<T>,
): Promise<T> {
  const procedures = createProcedures()
  const service = await startFaultService(procedures.respond)
  const raisedAt: number[] = []
  const of = await startTracking(service.url, {
    settings: { burst: { more: 50, seconds: 5 } },
    present: async () => {
      raisedAt.push(performance.now())
      return 'shown'
    },
    ...options,
  })
  try {
    return await run({ of, procedures, raisedAt })
  } finally {
    await of.stop()
    await service.close()
  }
}

const STATES = ['IN_PROGRESS', 'ON_HOLD', 'BLOCKED', 'PENDING']

async function toTheScreen(): Promise<Figure[]> {
  const lane = (cause: (of: TrackingFixture, id: string, status: string) => Promise<void>) =>
    withService({ interactive: 8, background: 2 }, async ({ of, procedures, raisedAt }) => {
      const times: number[] = []
      const id = 'p'
      procedures.set(id, 'PENDING')
      await of.tracking.changes.add(id)
      for (let round = 0; round < ROUNDS; round++) {
        const status = STATES[round % STATES.length] ?? ''
        await new Promise((resolve) => setTimeout(resolve, 600 + Math.random() * 400))
        procedures.set(id, status)
        const began = performance.now()
        await cause(of, id, status)
        await until(() => raisedAt.length > round)
        times.push((raisedAt[round] ?? 0) - began)
      }
      return times
    })
  const looked = await lane(async (of, id) => of.tracking.changes.look('procedure', id))
  const told = await lane(async (of, id, status) => {
    await of.tracking.changes.applyEvent(procedureEvent(id, status, Date.now()), null)
  })
  const due = await lane(async (of, id) => {
    await of.store.call('resourceFailed', 'procedure', id, { code: 'timeout', retryable: true }, Date.now())
    of.tracking.settingsChanged()
  })
  return [
    figure('change → notification: somebody looks at it (interactive lane)', 'ms', looked),
    figure('event of a relay → notification, its GET included', 'ms', told, { target: 50 }),
    figure('look is due → notification (background lane)', 'ms', due, {
      note: 'on top of the wait for its turn: minutes, by its state and the cap',
    }),
  ]
}

async function seed(directory: string, count: number, checkedAgo: number): Promise<void> {
  const path = join(directory, 'ventanilla.db')
  const found = await findStoreKey(createFileSecrets(directory), path)
  if (found.state === 'locked') throw new Error('the directory to seed has data of its own')
  const db = openDatabase(path, found.key)
  const queries = createResourceQueries(db, createServiceDocumentQueries(db).noteServiceDocuments)
  const now = Date.now()
  db.transaction(() => {
    for (let index = 0; index < count; index++) {
      const body = { id: `p${index}`, status: 'PENDING', type: 'VEHICLE_TRANSFER', vrm: plateAt(index) }
      queries.resourceAnswered({
        seen: {
          kind: 'procedure',
          id: body.id,
          status: 'PENDING',
          statusDescription: 'Pendiente',
          subject: { vrm: body.vrm },
          updatedAt: null,
          provisionalSince: null,
          revision: String(index),
          body,
        },
        now: now - checkedAgo - index,
        officeHours: true,
        random: index / count,
        cause: 'poll',
        insist: false,
      })
    }
  })()
  db.close()
}

async function manyOpen(): Promise<Figure[]> {
  const directory = await temporaryDirectory()
  await seed(directory, OPEN, HOUR)
  const service = fork(fileURLToPath(new URL('open-procedures.ts', import.meta.url)), [String(OPEN)])
  const [{ url }] = (await once(service, 'message')) as [{ url: string }]
  const asked = async () => {
    service.send('times')
    const [{ times }] = (await once(service, 'message')) as [{ times: number[] }]
    return times
  }
  const of = await startTracking(url, { directory, background: 2 })
  try {
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    const from = (await asked()).length
    const cpu = process.cpuUsage()
    const began = performance.now()
    await new Promise((resolve) => setTimeout(resolve, WATCH_MS))
    const { user, system } = process.cpuUsage(cpu)
    const ms = performance.now() - began
    const times = (await asked()).slice(from)
    const busiest = times.map((at) => times.filter((other) => other >= at && other < at + 950).length)
    const name = `${OPEN} open procedures, all overdue`
    return [
      figure(`${name}: CPU of one core`, '%', [(user + system) / 10 / ms], {
        target: 2,
        note: 'store thread included',
      }),
      figure(`${name}: requests a second`, '/s', [(times.length * 1000) / ms]),
      figure(`${name}: most requests in a second`, '/s', [Math.max(0, ...busiest)], { target: 2 }),
    ]
  } finally {
    await of.stop()
    service.kill()
  }
}

async function aMonthAway(): Promise<Figure[]> {
  const directory = await temporaryDirectory()
  await seed(directory, MONTH, 30 * 24 * HOUR)
  const options: TrackingOptions = { directory, background: 5_000, start: false, settings: {} }
  return withService(options, async ({ of, procedures, raisedAt }) => {
    for (let index = 0; index < MONTH; index++) procedures.set(`p${index}`, 'DONE', { vrm: plateAt(index) })
    const began = performance.now()
    of.tracking.start()
    await until(() => of.changed.length >= MONTH)
    const ms = performance.now() - began
    await until(() => raisedAt.length > 0)
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    const note = `${raisedAt.length} notification(s); the cap was lifted for this figure`
    return [figure(`reconcile ${MONTH} changes: each a GET and a durable transaction`, 'ms', [ms], { note })]
  })
}

async function manyInbox(): Promise<Figure[]> {
  const directory = await temporaryDirectory()
  await seed(directory, 1_000, HOUR)
  const found = await findStoreKey(createFileSecrets(directory), join(directory, 'ventanilla.db'))
  if (found.state === 'locked') throw new Error('the store is locked')
  const db = openDatabase(join(directory, 'ventanilla.db'), found.key)
  const insert = db.prepare(
    `INSERT INTO change (kind, id, event, status, detail, at, seen_at, ord, source, mine, state, notice)
     VALUES ('procedure', ?, 'procedure.status_changed', ?, '{}', ?, ?, ?, 'poll', ?, ?, 'shown')`,
  )
  db.transaction(() => {
    const now = Date.now()
    for (let index = 0; index < INBOX; index++) {
      const at = now - (INBOX - index) * 60_000
      const state = index % 20 === 0 ? 'unread' : index % 3 === 0 ? 'read' : 'done'
      insert.run(`p${index % 1_000}`, STATES[index % 4], at, at, at, index % 4 === 2 ? 1 : 0, state)
    }
    // Lines of two changes, as a state and a document that came with it.
    db.exec('UPDATE change SET moment = seq - seq % 2')
  })()
  db.close()
  return withService({ directory, start: false }, async ({ of }) => {
    const { call } = of.store
    const many = async (run: (index: number) => Promise<unknown>) => {
      const times: number[] = []
      for (let index = 0; index < QUERIES; index++) {
        const began = performance.now()
        await run(index)
        times.push(performance.now() - began)
      }
      return times
    }
    const name = `Novedades with ${INBOX} rows`
    const figures = [
      figure(
        `${name}: the first page of the unread`,
        'ms',
        await many(() => call('inbox', 'unread', null, null, 50)),
      ),
      figure(
        `${name}: a page deep in all of them`,
        'ms',
        await many((index) => call('inbox', 'all', null, INBOX - index * 900, 50)),
      ),
      figure(
        `${name}: the page of one file`,
        'ms',
        await many((index) => call('inbox', 'all', { kind: 'procedure', id: `p${index}` }, null, 50)),
      ),
      figure(
        `${name}: a page of lines, what asks for something first`,
        'ms',
        await many((index) => call('inboxGroups', 'all', 'asking', INBOX - index * 900, 100)),
      ),
      figure(`${name}: both counts`, 'ms', await many(() => call('inboxCounts'))),
      figure(`${name}: mark one`, 'ms', await many((index) => call('markInbox', [index + 1], 'read'))),
    ]
    const began = performance.now()
    await call('finishInbox', 'all', Number.MAX_SAFE_INTEGER)
    return [...figures, figure(`${name}: done with all of it`, 'ms', [performance.now() - began])]
  })
}
