import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import type { SignatureRequest } from '#shared/bridge/signature-requests.ts'
import { removeTemporaryDirectories, temporaryDirectory, waitUntil } from '#tests/fakes/core-fixture.ts'
import { json, startFaultService, type FaultService, type Responder } from '#tests/fakes/fault-service.ts'
import { askedToSign, signatureRequests } from '#tests/fakes/signature-service.ts'
import { request, settled } from '#tests/fakes/signature-fixture.ts'
import { startCoreChild, type CoreChild } from './core-child.ts'
import { RANDOM_ROUNDS, ROUNDS } from './rounds.ts'

/** A request to sign is sent once for each command of the user, whatever kills the core or the connection. */
const AT_ONCE = 3
const LATE_MS = 60

let service: FaultService
let dataDir: string
let core: CoreChild
/** The service's behaviour on each new request. `null`: it answers normally. */
let fate: () => 'late' | 'hangs up' | 'half' | 'fails' | 'refuses' | null
/** Ids that the service has created, by signer, whether or not the core knows them. */
let made: Map<string, string[]>
let onAsked: (() => Promise<void>) | null
let onAnswered: (() => Promise<void>) | null

beforeEach(async () => {
  fate = () => null
  onAsked = null
  onAnswered = null
  made = new Map()
  service = await startFaultService(taking(signatureRequests()))
  dataDir = await temporaryDirectory()
  core = await startCoreChild(dataDir, service.url)
  await core.value('settings.update', { undoSeconds: 0 })
})
afterEach(async () => {
  await core.kill()
  await service.close()
})
afterAll(removeTemporaryDirectories)

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
const oneOf = <T>(choices: readonly T[]): T => choices[Math.floor(Math.random() * choices.length)]!

function taking(usual: Responder): Responder {
  return async (asked, response) => {
    if (asked.method !== 'POST') return usual(asked, response)
    const what = fate()
    if (what === 'refuses') return json(response, 429, {})
    await onAsked?.()
    const { fullname } = (JSON.parse(asked.body) as { signer: { fullname: string } }).signer
    const end = response.end.bind(response)
    // The service carries it out whatever happens to its answer.
    response.end = ((body: string) => {
      const { id } = JSON.parse(body) as { id: string }
      made.set(fullname, [...(made.get(fullname) ?? []), id])
      if (what === 'hangs up') return response.destroy()
      if (what === 'fails') return end('not what was promised')
      if (what === 'half') return response.write(body.slice(0, 12), () => response.destroy())
      void (onAnswered?.() ?? Promise.resolve()).then(() => end(body))
      return response
    }) as typeof response.end
    await sleep(what === 'late' ? LATE_MS : Math.random() * 10)
    return usual(asked, response)
  }
}

async function killAndRestart() {
  await core.kill()
  core = await startCoreChild(dataDir, service.url)
}
const posts = (fullname: string) => askedToSign(service, fullname).length
/** Checks that a request in the service is here as sent, or listed as uncertain. */
async function expectShown(one: SignatureRequest): Promise<void> {
  const { fullname } = one.fields
  const ids = made.get(fullname) ?? []
  if (one.state === 'sent') {
    expect(ids).toContain(one.signatureId)
    const { row } = await core.value('signatures.get', { id: one.signatureId! })
    expect(row.id).toBe(one.signatureId)
    return
  }
  const { rows } = await core.value('signature-requests.list', {})
  if (one.state !== 'discarded') expect(rows.map(({ id }) => id)).toContain(one.id)
  // Sent, and neither here nor shown as uncertain: then the service never took it.
  if (one.state !== 'uncertain' && one.state !== 'discarded') expect(ids).toEqual([])
}

test(
  `killed before and after each request, ${ROUNDS} times: never two for one word, and never an unshown uncertain one`,
  async () => {
    for (let round = 0; round < ROUNDS; round++) {
      for (const when of ['before', 'after'] as const) {
        const { id, version, fields } = await request(core, { fullname: `Firmante ${round} ${when}` })
        const dead = Promise.withResolvers<void>()
        const kill = async () => {
          await core.kill()
          dead.resolve()
        }
        if (when === 'before') onAsked = kill
        else onAnswered = kill
        void core.call('signature-requests.send', { id, version })
        await dead.promise
        onAsked = null
        onAnswered = null
        core = await startCoreChild(dataDir, service.url)
        // Either way the service has it, and this PC does not know.
        const one = await settled(core, id)
        expect(one.state).toBe('uncertain')
        await expectShown(one)
        await waitUntil(
          () => made.get(fields.fullname)?.length,
          (n) => n === 1,
        )
        const [there = ''] = made.get(fields.fullname) ?? []
        expect(posts(fields.fullname)).toBe(1)
        // Found there, it is tracked.
        await core.value('signature-requests.resolve', { id, how: 'found', text: there })
        expect(await settled(core, id)).toMatchObject({ state: 'sent', signatureId: there })
        expect(posts(fields.fullname)).toBe(1)
      }
    }
  },
  300_000 + ROUNDS * 30_000,
)

test(
  `killed at any moment, with answers that come, come late, or are cut, ${RANDOM_ROUNDS} times: nothing is sent twice`,
  async () => {
    const fates = [null, null, 'late', 'late', 'hangs up', 'half', 'fails', 'refuses'] as const
    /** Number of the user's commands. */
    const said = new Map<string, { id: string; fullname: string; times: number }>()
    const seen = { sent: 0, uncertain: 0, resolved: 0 }

    for (let round = 0; round < RANDOM_ROUNDS; round++) {
      // Without delays and cuts it is sent, on a machine of any speed.
      fate = round === 0 ? () => null : () => oneOf(fates)
      const asked = askedToSign(service).length
      const some: Pick<SignatureRequest, 'id' | 'version'>[] = []
      for (let i = 0; i < AT_ONCE; i++) {
        const { id, version, fields } = await request(core, { fullname: `Persona ${round}-${i}.` })
        some.push({ id, version })
        said.set(id, { id, fullname: fields.fullname, times: 1 })
      }
      for (const { id, version } of some) {
        // Two windows, one of them too late; and neither may get the answer.
        void core.call('signature-requests.send', { id, version })
        void core.call('signature-requests.send', { id, version })
      }
      if (round === 0)
        for (const { id } of some)
          await waitUntil(
            () => core.value('signature-requests.get', { id }),
            ({ state }) => state === 'sent',
            15_000,
          )
      // Every other round, not before a request was sent.
      if (round % 2 === 1)
        await waitUntil(
          () => askedToSign(service).length,
          (n) => n > asked,
        )
      await sleep(Math.random() * (round % 2 === 1 ? LATE_MS : 250))
      await killAndRestart()
      for (const { id } of some) {
        const one = await settled(core, id)
        const about = said.get(id)!
        expect(posts(about.fullname)).toBeLessThanOrEqual(about.times)
        await expectShown(one)
        if (one.state !== 'uncertain') continue
        seen.uncertain++
        const ids = made.get(about.fullname) ?? []
        const how = oneOf(['discard', 'resend', 'found', 'later'] as const)
        if (how === 'later') continue
        seen.resolved++
        if (how === 'resend') about.times++
        if (how !== 'found') void core.call('signature-requests.resolve', { id, how })
        else if (ids[0]) void core.call('signature-requests.resolve', { id, how, text: ids[0] })
      }
      // Also in the middle of the user's decisions.
      await sleep(Math.random() * 60)
      await killAndRestart()
    }

    const all = new Set<string>()
    for (const { id, fullname, times } of said.values()) {
      const one = await settled(core, id)
      expect(posts(fullname)).toBeLessThanOrEqual(times)
      await expectShown(one)
      if (one.signatureId === undefined) continue
      seen.sent++
      expect(all.has(one.signatureId)).toBe(false)
      all.add(one.signatureId)
    }
    // If nothing ever failed, or succeeded, the suite proves nothing.
    expect(seen.sent).toBeGreaterThan(0)
    expect(seen.uncertain).toBeGreaterThan(0)
    expect(seen.resolved).toBeGreaterThan(0)
  },
  300_000 + RANDOM_ROUNDS * 15_000,
)
