import { afterAll, afterEach, describe, expect, test } from 'vitest'
import type { RelaySlice } from '#shared/bridge/relay.ts'
import { demoDirectory } from '#electron/core/accounts/demo-profile.ts'
import { createFileSecrets } from '#electron/core/keychain/file-secrets.ts'
import { removeTemporaryDirectories, waitUntil } from '#tests/fakes/core-fixture.ts'
import { json } from '#tests/fakes/fault-service.ts'
import { procedureEvent } from '#tests/fakes/procedures.ts'
import { CODE, TOKEN } from '#tests/fakes/relay-stand-in.ts'
import { startDesk, type Desk, type DeskOptions } from './desk.ts'

let desk: Desk
const start = async (options?: DeskOptions) => (desk = await startDesk(options))

afterEach(() => desk.stop())
afterAll(removeTemporaryDirectories)

const pairing = () =>
  desk.core.value('relay.pair', { address: desk.relay.url, code: CODE, name: 'Mostrador' })

describe('pairing', () => {
  test('shows three words until it is confirmed', async () => {
    const { relay, until } = await start({ relay: { confirmation: 'waiting' } })
    await pairing()
    const { pairing: shown } = await until(({ pairing: now }) => now?.state === 'waiting')
    expect(shown?.words).toHaveLength(3)
    await waitUntil(
      () => relay.paired?.words,
      (words) => words?.length === 3,
    )
    expect(shown?.words).toEqual(relay.paired?.words)
    await desk.core.value('relay.confirm-words', {})
    const before = desk.core.frames.length
    relay.options.confirmation = 'at-once'
    expect((await until(({ state }) => state === 'live')).pairing).toBeNull()
    // No window is ever told that neither is there, as after a pairing that was stopped.
    const told = desk.core.frames.slice(before).flatMap(({ payload }) => {
      const { name, value } = payload as { name?: string; value?: RelaySlice }
      return name === 'relay' && value ? [value] : []
    })
    expect(told.some(({ pairing: now, state }) => now === null && state === 'none')).toBe(false)
    expect(told.some(({ pairing: now, state }) => now === null && state !== 'none')).toBe(true)
  })

  test('a relay of another version gets no pairing without the key, in either part', async () => {
    const { relay, core } = await start({ relay: { isOld: true } })
    const given = { address: relay.url, code: CODE, name: 'Mostrador' }
    expect(await core.call('relay.pair', given)).toMatchObject({ error: { code: 'relay-pairing-old' } })
    expect(relay.seen).toEqual(['POST /v1/pair'])
    expect(await desk.slice()).toMatchObject({ state: 'none', pairing: null })
    relay.options.isOld = false
    await desk.pair()
    relay.options.isOld = true
    expect(await core.call('relay.invite', {})).toMatchObject({ error: { code: 'relay-pairing-old' } })
    expect((await desk.slice()).invitation).toBeNull()
  })

  test('can be refused, and put away', async () => {
    const { until, core } = await start({ relay: { confirmation: 'refused' } })
    await pairing()
    expect((await until(({ pairing: now }) => now?.state === 'failed')).pairing).toMatchObject({
      error: { code: 'relay-refused' },
    })
    await core.value('relay.cancel-pairing', {})
    expect(await desk.slice()).toMatchObject({ state: 'none', pairing: null })
  })

  test('cancelled, it asks no more', async () => {
    const { relay, core, until } = await start({ relay: { confirmation: 'waiting' } })
    await pairing()
    await until(({ pairing: now }) => now?.state === 'waiting')
    await core.value('relay.cancel-pairing', {})
    relay.options.confirmation = 'at-once'
    const asked = relay.seen.length
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(relay.seen.length - asked).toBeLessThanOrEqual(1)
    expect(await desk.slice()).toMatchObject({ state: 'none', pairing: null })
  })

  test('is forgotten with its token, and can begin anew', async () => {
    const { relay, core, until } = await start()
    await desk.pair()
    relay.push({ event: 'moon.phase', data: { id: 'm' } })
    await until(({ cursor }) => cursor === 1)
    await core.value('relay.forget', {})
    expect(relay.seen).toContain('DELETE /v1/devices/pc-1')
    expect(await until(({ state }) => state === 'none')).toMatchObject({
      address: null,
      cursor: null,
      received: 0,
    })
    await waitUntil(
      () => relay.streams,
      (open) => open === 0,
    )
    await desk.again()
    expect(await desk.slice()).toMatchObject({ state: 'none' })
    for (const name of ['relay.forget', 'relay.devices', 'relay.check', 'relay.retry'] as const)
      expect(await desk.core.call(name, {})).toMatchObject({ error: { code: 'relay-none' } })
    await desk.pair()
    expect(await until(({ state }) => state === 'live')).toMatchObject({ cursor: 1, received: 0 })
  })

  test('a token is not sent to an address that it is not of', async () => {
    const { relay, until } = await start()
    await desk.pair()
    // What an attacker could do who can write to the secrets but cannot read them.
    const secrets = createFileSecrets(demoDirectory(desk.core.dataDir))
    const kept = JSON.parse((await secrets.get('relay-token')) ?? '{}') as { origin: string }
    await secrets.set('relay-token', JSON.stringify({ ...kept, origin: 'https://other.example' }))
    await desk.core.value('relay.retry', {})
    await until(({ error }) => error?.code === 'address-changed')
    relay.tokens.clear()
    await desk.core.value('relay.retry', {})
    await until(({ state }) => state === 'retrying')
    expect(relay.tokens).toEqual(new Set())
  })
})

describe('an administrator', () => {
  test('invites another PC and confirms it, sees the PCs, and revokes one', async () => {
    const { relay, core, until } = await start({ relay: { others: 2 } })
    await desk.pair()
    const { id } = await core.value('relay.invite', {})
    const { invitation } = await until(({ invitation: now }) => now?.state === 'claimed')
    expect(invitation).toMatchObject({ code: CODE, name: 'Mostrador', words: relay.invitedWords })
    await core.value('relay.confirm', { id })
    expect((await desk.slice()).invitation?.state).toBe('confirmed')
    await core.value('relay.dismiss-invitation', {})
    expect((await desk.slice()).invitation).toBeNull()
    const { devices } = await core.value('relay.devices', {})
    expect(devices.map((device) => device.self)).toEqual([true, false, false])
    await core.value('relay.revoke', { id: 'pc-2' })
    expect(relay.seen).toContain('DELETE /v1/devices/pc-2')
    expect(await core.value('relay.inbox', {})).toEqual({
      url: relay.options.inboxUrl,
      header: { name: 'X-Relay-Secret', value: 'whk_1' },
      mode: 'enforce',
    })
  })

  test('and a PC without the right is refused', async () => {
    const { core } = await start({ relay: { admin: false } })
    await desk.pair()
    for (const name of ['relay.invite', 'relay.inbox'] as const)
      expect(await core.call(name, {})).toMatchObject({ error: { code: 'relay-not-admin' } })
  })
})

describe('the test of the whole way', () => {
  const outcomes = async () => {
    const { steps, broken } = await desk.core.value('relay.check', {})
    return {
      broken,
      steps: Object.fromEntries(steps.map(({ step, outcome }) => [step, outcome])),
      all: steps,
    }
  }

  test('is passed by a canary, with the time of each step', async () => {
    await start()
    await desk.pair()
    const { broken, steps, all } = await outcomes()
    expect(broken).toBeNull()
    expect(new Set(Object.values(steps))).toEqual(new Set(['ok']))
    expect(all.find(({ step }) => step === 'canary')?.ms).toBeGreaterThanOrEqual(0)
    expect(JSON.stringify(all)).not.toContain(TOKEN)
  })

  test('names the header, a canary that does not come, the token, the clock and the relay', async () => {
    const { relay, until } = await start({
      core: { relayTimings: { silenceMs: 20_000, firstBeatMs: 15_000, ackMs: 50, canaryMs: 500 } },
    })
    await desk.pair()
    relay.options.broken = 'header'
    expect(await outcomes()).toMatchObject({ broken: 'inbox-header' })
    relay.options.broken = null
    relay.options.isSilent = true
    expect(await outcomes()).toMatchObject({ broken: 'canary', steps: { 'inbox-stored': 'ok' } })
    relay.options.isSilent = false
    relay.options.skewMs = 86_400_000
    expect(await outcomes()).toMatchObject({ broken: null, steps: { clock: 'warning' } })
    relay.options.refuses = true
    expect(await outcomes()).toMatchObject({
      broken: 'token',
      steps: { connection: 'ok', canary: 'skipped' },
    })
    await relay.close()
    await until(({ state }) => state !== 'live')
    expect(await outcomes()).toMatchObject({ broken: 'connection' })
  })
})

describe("the operator's subscription", () => {
  interface Held {
    id: string
    url: string
  }

  async function startWithOperator(held: Held[], options: DeskOptions = {}) {
    const started = await start(options)
    started.service.answer(({ method, path, body }, response) => {
      if (!path.startsWith('/v1/webhooks'))
        return started.procedures.respond({ method, path, body } as never, response)
      if (method === 'GET') return json(response, 200, held)
      if (method === 'DELETE') {
        held.splice(
          held.findIndex(({ id }) => path.endsWith(`/${id}`)),
          1,
        )
        response.writeHead(204)
        return void response.end()
      }
      const one = { id: `s${held.length + 1}`, ...(JSON.parse(body) as { url: string }) }
      held.push(one)
      return json(response, 201, one)
    })
    return started
  }

  test('is created by an administrator, found by the next start, and removed with the last PC', async () => {
    const held: Held[] = []
    const { relay, until, core } = await startWithOperator(held)
    await desk.pair()
    await until(({ subscription }) => subscription.state === 'created')
    expect(held).toMatchObject([
      {
        url: expect.stringContaining(`${relay.options.inboxUrl}?header=`),
        header: { name: 'X-Relay-Secret', value: 'whk_1' },
      },
    ])
    expect(core.frames.every((frame) => !JSON.stringify(frame).includes('whk_1'))).toBe(true)
    await desk.again()
    await until(({ subscription }) => subscription.state === 'present')
    expect(held).toHaveLength(1)
    await desk.core.value('relay.forget', {})
    expect(held).toEqual([])
  })

  test('stays while the office has other PCs', async () => {
    const held: Held[] = []
    const { until, core } = await startWithOperator(held, { relay: { others: 1 } })
    await desk.pair()
    await until(({ subscription }) => subscription.state === 'created')
    await core.value('relay.forget', {})
    expect(held).toHaveLength(1)
  })

  test('is not created from a PC that does not administer, nor where the operator takes none', async () => {
    const held: Held[] = []
    const { until, core, relay } = await startWithOperator(held, { relay: { admin: false } })
    await desk.pair()
    await until(({ state }) => state === 'live')
    relay.options.admin = true
    await core.value('accounts.change', { id: 'demo', assumptions: { subscriptionsPath: '' } })
    await until(({ state }) => state === 'live')
    expect(await core.value('relay.subscribe', {})).toMatchObject({ state: 'by-hand' })
    expect(held).toEqual([])
  })

  test('tells when the first event has come', async () => {
    const { relay, until } = await start()
    await desk.pair()
    expect((await desk.slice()).firstReceivedAt).toBeNull()
    desk.procedures.set('p1', 'BLOCKED')
    relay.push(procedureEvent('p1', 'BLOCKED', Date.now()))
    expect((await until(({ firstReceivedAt }) => firstReceivedAt !== null)).received).toBe(1)
  })
})
