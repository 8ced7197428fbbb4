import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { cursorText, type EventPage, type RelayEvent } from '#shared/api/relay.ts'
import { serviceAssumptions } from '#shared/api/service-assumptions.ts'
import { createSealedSecrets } from '#electron/core/keychain/sealed-secrets.ts'
import { scopeSecrets } from '#electron/core/keychain/secret-store.ts'
import { quickDerive } from '#tests/integration/keychain/quick-derive.ts'
import { removeTemporaryDirectories, temporaryDirectory, waitUntil } from '#tests/fakes/core-fixture.ts'
import { serviceClient } from '#tests/fakes/real-service.ts'
import { admitPc, newPairing, startRelayProcess, type RelayProcess } from '#tests/fakes/relay-process.ts'
import { readChangeRows } from './change-rows.ts'
import { startCoreChild, type CoreChild } from './core-child.ts'
import { ROUNDS } from './rounds.ts'
import { startServiceChild } from './service-child.ts'

const PROCEDURES = 8
/** Changes of each procedure in each round. */
const CHANGES = 4
const STATES = ['IN_PROGRESS', 'ON_HOLD', 'BLOCKED', 'PENDING'] as const
const KEY = 'office-key-0123456789-ABCD'
const PASSPHRASE = 'una frase larga'
/** The sender's attempts come within seconds, so that a round does. */
const SERVICE = ['--retry-profile=demo']

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

afterAll(removeTemporaryDirectories)

test(
  `service, relay and core killed in turn, ${ROUNDS} rounds: every change is one event, one row and one notification`,
  async () => {
    const [serviceDirectory, dataDir] = [await temporaryDirectory(), await temporaryDirectory()]
    const raised = join(dataDir, 'raised.txt')
    writeFileSync(raised, '')
    let service = await startServiceChild(serviceDirectory, 0, KEY, SERVICE)
    const { url } = service
    const operator = serviceClient(url, KEY)
    const relay = await startRelayProcess('tests')
    let core = await startCoreChild(dataDir, url, raised)
    // Also when it fails: nothing else would end them.
    onTestFinished(async () => {
      await Promise.all([core.kill(), service.kill(), relay.stop()])
    })
    await core.value('keychain.unlock', { passphrase: PASSPHRASE })
    const account = { environment: 'development', name: 'Ribera', baseUrl: url, key: KEY } as const
    const { id: accountId } = await core.value('accounts.add', account)
    await core.value('accounts.activate', { id: accountId })
    await pair(core, relay)

    const history = new Map<string, string[]>()
    for (let index = 0; index < PROCEDURES; index++) {
      const { id } = await operator.create(`${1000 + index}BCD`)
      await core.value('changes.add', { text: id })
      history.set(id, [])
    }
    // Only now: their creation is an event too.
    await operator.post(serviceAssumptions.subscriptionsPath, {
      ...relay.inbox,
      events: ['procedure.status_changed'],
    })

    const kills = [
      async () => {
        await service.kill()
        service = await startServiceChild(serviceDirectory, Number(new URL(url).port), KEY, SERVICE)
      },
      async () => {
        await relay.kill()
        await relay.again()
      },
      async () => {
        await core.kill()
        core = await startCoreChild(dataDir, url, raised)
        await core.value('keychain.unlock', { passphrase: PASSPHRASE })
      },
    ]
    /** Changes of one procedure, each once the one before is known here. */
    async function live(id: string, states: string[]): Promise<void> {
      for (let change = 0; change < CHANGES; change++) {
        const status = STATES[states.length % STATES.length] ?? 'PENDING'
        await insist(async () => {
          if ((await operator.get(`/v1/procedures/${id}`))['status'] !== status)
            await operator.force(id, status)
          return true
        })
        await insist(() => isKnown(core, id, status))
        states.push(status)
      }
    }
    for (let round = 0; round < ROUNDS; round++) {
      let over = false
      const killer = (async () => {
        // Each of them at least once per round.
        for (let kill = 0; kill < kills.length || (!over && kill < 2 * kills.length); kill++) {
          await pause(Math.random() * 1_000)
          await kills[kill % kills.length]?.()
        }
      })()
      await Promise.all([...history].map(([id, states]) => live(id, states)))
      over = true
      await killer
    }

    // What was found by polling is still on its way as an event.
    const total = ROUNDS * PROCEDURES * CHANGES
    await waitUntil(
      () => pageAfter(relay, ''),
      ({ head }) => head >= total,
    )
    const events = await allEvents(relay)
    expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: total }, (_, index) => index + 1))
    const slice = async () => (await core.value('app.snapshot', {})).slices.relay
    await waitUntil(slice, ({ cursor, state }) => cursor === total && state === 'live')
    expect(await slice()).toMatchObject({ received: total, missing: 0, gap: null, misordered: 0 })
    const secrets = createSealedSecrets({ path: join(dataDir, 'keys.sealed'), derive: quickDerive })
    await secrets.unlock(PASSPHRASE)
    const rowsNow = () => readChangeRows(join(dataDir, accountId), scopeSecrets(secrets, accountId))
    // Every notification is raised.
    await waitUntil(rowsNow, (rows) =>
      rows.every(({ notice }) => notice === null || notice === 'shown' || notice === 'suppressed'),
    )
    await core.kill()
    await service.kill()

    const rows = await rowsNow()
    for (const [id, states] of history) {
      const news = rows.filter((row) => row.id === id && row.state !== null)
      expect(news.map(({ status }) => status)).toEqual(states)
      const sent = events
        .filter(({ event }) => event.data.id === id)
        .map(({ event }) => event.data.status ?? '')
      // A delivery that failed comes after a later one: the same events, in another order.
      expect(sent.toSorted()).toEqual(states.toSorted())
    }
    // A raised tag without a row would be a change raised again under another tag.
    const tags = new Set(readFileSync(raised, 'utf8').split('\n').filter(Boolean))
    expect(tags).toEqual(new Set(rows.flatMap(({ tag }) => tag ?? [])))
  },
  300_000 + ROUNDS * 60_000,
)

const pageAfter = (relay: RelayProcess, cursor: string) =>
  relay.ask('GET', `/v1/events?limit=500${cursor && `&after=${cursor}`}`) as Promise<EventPage>

/** Every event of the relay, from the first that it keeps. */
async function allEvents(relay: RelayProcess): Promise<RelayEvent[]> {
  const events: RelayEvent[] = []
  for (let cursor = ''; ;) {
    const page = await pageAfter(relay, cursor)
    const last = page.events.at(-1)
    if (last === undefined) return events
    events.push(...page.events)
    cursor = cursorText({ epoch: page.epoch, seq: last.seq })
  }
}

/** Retries until it works: what a kill interrupted is done again. */
async function insist(run: () => Promise<boolean>): Promise<void> {
  while (!(await run().catch(() => false))) await pause(25)
}

/** False too if the core is killed meanwhile, which then never answers. */
async function isKnown(core: CoreChild, id: string, status: string): Promise<boolean> {
  const view = await Promise.race([
    core.call('changes.get', { kind: 'procedure', id }),
    pause(2_000).then(() => null),
  ])
  return view?.ok === true && view.value.status === status
}

async function pair(core: CoreChild, relay: RelayProcess): Promise<void> {
  const pairing = await newPairing(relay.ask)
  await core.value('relay.pair', { address: relay.url, code: pairing.code, name: 'Mostrador' })
  await admitPc(relay.ask, pairing, core)
  await waitUntil(
    async () => (await core.value('app.snapshot', {})).slices.relay,
    (slice) => slice.state === 'live',
  )
}
