import { expect, test } from 'vitest'
import { queryKey } from '#renderer/replica/queries.ts'
import { ok } from '#shared/bridge/result.ts'
import { NOW } from '#tests/renderer/harness/scenes.ts'

import { settle, start } from './replica-client.ts'

test('a query is asked once however many watch it, and again when something changes or the link comes back', async () => {
  const { bridge, client, asked } = await start()
  const stops = [client.queries.watch('lookup.queue', {}), client.queries.watch('lookup.queue', {})]
  await settle()
  expect(asked('lookup.queue')).toBe(1)
  bridge.setView(bridge.scene.views['1234BCD']!)
  await settle()
  expect(asked('lookup.queue')).toBe(2)
  bridge.setLink('lost')
  bridge.setLink('connected')
  await settle()
  expect(asked('lookup.queue')).toBe(3)
  for (const stop of stops) stop()
  bridge.setView(bridge.scene.views['1234BCD']!)
  await settle()
  expect(asked('lookup.queue')).toBe(3)
})

test('only those that a change is about are asked again', async () => {
  const { bridge, client, asked } = await start()
  client.queries.watch('lookup.get', { vrm: '1234BCD' })
  client.queries.watch('complete.get', { vrm: '1234BCD' })
  client.queries.watch('lookup.recent', { limit: 10 })
  await settle()
  const again = async (kind: 'lookup' | 'complete' | 'inbox', ids: string[]) => {
    const names = ['lookup.get', 'complete.get', 'lookup.recent']
    const before = names.map(asked)
    bridge.emit('changed', { kind, ids, version: 1 })
    await settle()
    return names.filter((name, index) => asked(name) > (before[index] ?? 0))
  }
  expect(await again('inbox', [])).toEqual([])
  expect(await again('lookup', ['1234BCD'])).toEqual(['lookup.get', 'lookup.recent'])
  expect(await again('lookup', ['9999FFF'])).toEqual(['lookup.recent'])
  expect(await again('lookup', [])).toEqual(['lookup.get', 'lookup.recent'])
  // A complete report is part of its plate's verdict.
  expect(await again('complete', ['1234BCD'])).toEqual(['lookup.get', 'complete.get', 'lookup.recent'])
  expect(await again('complete', ['9999FFF'])).toEqual(['lookup.recent'])
})

test('a change of one draft asks again for that one, for the lists, and for every pre-flight', async () => {
  const { bridge, client, asked } = await start()
  client.queries.watch('procedures.draft-get', { id: 'd1' })
  client.queries.watch('procedures.preflight', { id: 'd1' })
  client.queries.watch('procedures.outbox', {})
  await settle()
  const again = async (kind: 'draft' | 'lookup', ids: string[]) => {
    const names = ['procedures.draft-get', 'procedures.preflight', 'procedures.outbox']
    const before = names.map(asked)
    bridge.emit('changed', { kind, ids, version: 1 })
    await settle()
    return names.filter((name, index) => asked(name) > (before[index] ?? 0))
  }
  expect(await again('draft', ['d1'])).toEqual([
    'procedures.draft-get',
    'procedures.preflight',
    'procedures.outbox',
  ])
  // Another draft may be a duplicate of this one.
  expect(await again('draft', ['d2'])).toEqual(['procedures.preflight', 'procedures.outbox'])
  expect(await again('lookup', ['1234BCD'])).toEqual(['procedures.preflight'])
})

test('what is asked ahead is there for the screen that comes, and never takes the place of what a screen shows', async () => {
  const { client, asked } = await start()
  const args = { vrm: '1234BCD' }
  await client.queries.prefetch('complete.get', args)
  expect(client.queries.store.getState()[queryKey('complete.get', args)]?.data).toMatchObject(args)
  const ahead = client.queries.prefetch('lookup.get', args)
  client.queries.watch('lookup.get', args)
  await settle()
  const shown = client.queries.store.getState()[queryKey('lookup.get', args)]
  await ahead
  expect(client.queries.store.getState()[queryKey('lookup.get', args)]).toBe(shown)
  await client.queries.prefetch('lookup.get', args)
  expect(asked('lookup.get')).toBe(2)
})

test('the screen that comes does not ask again for what was asked ahead, unless it changed meanwhile', async () => {
  const { bridge, client, asked } = await start()
  const args = { vrm: '1234BCD' }
  const ahead = {
    prefetch: () => client.queries.prefetch('lookup.get', args),
    take: () => client.queries.take('lookup.get', args, () => bridge.call('lookup.get', args)),
  }
  const change = (ids: string[]) => bridge.emit('changed', { kind: 'lookup', ids, version: 1 })
  const asks = async (before: () => unknown) => {
    await before()
    const already = asked('lookup.get')
    const stop = client.queries.watch('lookup.get', args)
    await settle()
    const again = asked('lookup.get') - already
    // While it is watched, a change has it read again.
    change(['1234BCD'])
    await settle()
    expect(asked('lookup.get')).toBe(already + again + 1)
    stop()
    return again
  }
  for (const bring of Object.values(ahead)) {
    expect(await asks(bring)).toBe(0)
    expect(await asks(() => {})).toBe(1)
    expect(await asks(async () => (await bring(), change(['9999FFF'])))).toBe(0)
    expect(await asks(async () => (await bring(), change(['1234BCD'])))).toBe(1)
    // Before its answer came.
    expect(await asks(() => [bring(), change(['1234BCD'])][0])).toBe(1)
    expect(await asks(async () => (await bring(), client.queries.refetchAll()))).toBe(1)
    expect(await asks(async () => (await bring(), client.queries.clear()))).toBe(1)
    expect(await asks(async () => (await bring(), client.queries.forgetUnwatched()))).toBe(1)
  }
})

test('what changed is read again once, after what the last answer brought is painted', async () => {
  const painted: (() => void)[] = []
  const { bridge, client, asked } = await start((run) => void painted.push(run))
  client.queries.watch('lookup.recent', { limit: 10 })
  await settle()
  for (const vrm of ['1234BCD', '9999FFF']) bridge.emit('changed', { kind: 'lookup', ids: [vrm], version: 1 })
  await settle()
  expect(asked('lookup.recent')).toBe(1)
  expect(painted).toHaveLength(1)
  painted.pop()?.()
  expect(asked('lookup.recent')).toBe(2)
  bridge.emit('changed', { kind: 'lookup', ids: [], version: 1 })
  expect(painted).toHaveLength(1)
})

test('a failed question keeps what was known', async () => {
  const { bridge, client } = await start()
  client.queries.watch('lookup.get', { vrm: '1234BCD' })
  await settle()
  bridge.scene.link = 'lost'
  client.queries.refetchAll()
  await settle()
  const entry = client.queries.store.getState()[queryKey('lookup.get', { vrm: '1234BCD' })]
  expect(entry?.data).toMatchObject({ vrm: '1234BCD', latest: { outcome: 'with_alerts' } })
  expect(entry?.error?.code).toBe('bridge-lost')
})

test('the answer of a command that a change overtook does not stay as the last word', async () => {
  const { bridge, client, asked } = await start()
  const { queries } = client
  const args = { vrm: '1234BCD' }
  queries.watch('lookup.get', args)
  await settle()
  const older = { ...bridge.scene.views['1234BCD']!, pending: null, latest: null, previous: null }
  const newest = () => queries.store.getState()[queryKey('lookup.get', args)]?.data
  const before = newest()
  let respond = () => {}
  const taken = queries.take('lookup.get', args, async () => {
    await new Promise<void>((resolve) => (respond = resolve))
    return ok({ ...older, verdict: null })
  })
  bridge.setView(bridge.scene.views['1234BCD']!)
  await settle()
  respond()
  await taken
  await settle()
  expect(newest()).toEqual(before)
  expect(asked('lookup.get')).toBe(3)
})

test('the answer of a command of another account is dropped', async () => {
  const { bridge, client } = await start()
  const { queries } = client
  const args = { vrm: '1234BCD' }
  const taken = queries.take('lookup.get', args, () => bridge.call('lookup.get', args))
  queries.clear()
  await taken
  expect(queries.store.getState()[queryKey('lookup.get', args)]).toBeUndefined()
})

test('an answer put by hand is not overwritten by an older question in flight', async () => {
  const { client } = await start()
  client.queries.watch('lookup.get', { vrm: '4106HPR' })
  const pending = { vrm: '4106HPR', state: 'asking' as const, requestedAt: NOW }
  client.queries.put(
    'lookup.get',
    { vrm: '4106HPR' },
    { vrm: '4106HPR', verdict: null, latest: null, previous: null, failed: null, pending },
  )
  const seen: unknown[] = []
  client.queries.store.subscribe((entries) =>
    seen.push(entries[queryKey('lookup.get', { vrm: '4106HPR' })]?.data),
  )
  await settle()
  // A single answer: the one of the later request.
  expect(seen).toHaveLength(1)
})
