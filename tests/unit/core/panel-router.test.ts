import { expect, test } from 'vitest'
import { createPanelRouter } from '#electron/core/bridge/panel-router.ts'
import type { Router } from '#electron/core/bridge/router.ts'
import { commands, transfers } from '#shared/bridge/contract.ts'
import type { TopicFrame } from '#shared/bridge/frames.ts'
import { ok } from '#shared/bridge/result.ts'
import type { Slices } from '#shared/bridge/slices.ts'

const NOTHING = { accounts: [], relay: { state: 'none' } } as unknown as Slices
const EVERYTHING = {
  settings: { theme: 'dark' },
  connection: { state: 'online' },
  profile: { name: 'Gestoría Ribera' },
  store: { state: 'open' },
  lock: { locked: false },
  accounts: [{ name: 'Autos Levante' }],
  relay: { state: 'connected' },
}

function panelOf() {
  const called: string[] = []
  let publish: (frame: TopicFrame) => void = () => undefined
  const whole: Router = {
    async call(name) {
      called.push(name)
      return ok(name === 'app.snapshot' ? { run: 'r', version: 3, slices: EVERYTHING } : {})
    },
    subscribe(listener) {
      publish = listener
      return () => undefined
    },
    send: async (name) => (called.push(name), ok({} as never)),
    receive: async (name) => (called.push(name), ok({})),
  }
  const router = createPanelRouter(whole, NOTHING)
  const heard: TopicFrame[] = []
  router.subscribe((frame) => heard.push(frame))
  return { router, called, heard, publish: (frame: TopicFrame) => publish(frame) }
}

test('of all commands it has those of a lookup, a place, its window and the lock, and no transfer', async () => {
  const { router, called } = panelOf()
  for (const name of [...Object.keys(commands), 'nothing', '__proto__']) {
    const answer = await router.call(name, {})
    expect({ name, isOk: answer.ok }).toEqual({ name, isOk: called.at(-1) === name })
  }
  expect(called.toSorted()).toEqual([
    'app.open-route',
    'app.snapshot',
    'client-messages.copied',
    'complete.get',
    'connection.retry',
    'diagnosis.page-error',
    'lock.activity',
    'lock.open',
    'lookup.cancel',
    'lookup.get',
    'lookup.recent',
    'lookup.start',
    'lookup.suggest',
    'panel.close',
    'panel.resize',
  ])
  const { signal } = new AbortController()
  async function* bytes() {
    yield new Uint8Array()
  }
  for (const name of Object.keys(transfers)) {
    expect(await router.send(name, {}, signal)).toMatchObject({ error: { code: 'invalid-request' } })
    expect(await router.receive(name, {}, bytes(), signal)).toMatchObject({
      error: { code: 'invalid-request' },
    })
  }
  expect(called).not.toContain('complete.pdf')
})

test('its snapshot has its own slices, and those of a PC without data for the rest', async () => {
  const { router } = panelOf()
  const { accounts: _, relay: __, ...own } = EVERYTHING
  expect(await router.call('app.snapshot', {})).toEqual(
    ok({ run: 'r', version: 3, slices: { ...own, accounts: [], relay: { state: 'none' } } }),
  )
})

test('it hears of plates and of its own slices only', () => {
  const { heard, publish } = panelOf()
  const frames = {
    own: { topic: 'slice', payload: { name: 'connection', version: 1, value: {} } },
    lookup: { topic: 'changed', payload: { kind: 'lookup', ids: ['1234BCD'], version: 1 } },
    accounts: { topic: 'slice', payload: { name: 'accounts', version: 2, value: [] } },
    contact: { topic: 'changed', payload: { kind: 'contact', ids: [], version: 2 } },
    route: { topic: 'route', payload: { route: { view: 'lookup', vrm: '1234BCD' } } },
    notify: { topic: 'notify', payload: { windowId: 'a' } },
  }
  for (const frame of Object.values(frames)) publish(frame)
  expect(heard).toEqual([frames.own, frames.lookup])
})
