import { expect, test } from 'vitest'
import { followList, createRangeQuery } from '#renderer/replica/range-query.ts'
import { queryKey } from '#renderer/replica/queries.ts'
import { ok } from '#shared/bridge/result.ts'
import { defaultSettings } from '#shared/bridge/settings.ts'

import { settle, start } from './replica-client.ts'

test('the snapshot comes on connecting, and a slice is put in its place', async () => {
  const { bridge, client, asked } = await start()
  expect(client.replica.getState().slices?.profile.name).toBe('Gestoría Ribera')
  bridge.setSlice('settings', { ...defaultSettings, theme: 'dark' })
  expect(client.replica.getState().slices?.settings.theme).toBe('dark')
  expect(asked('app.snapshot')).toBe(1)
})

test('a skipped version asks for the snapshot instead of patching', async () => {
  const { bridge, client, asked } = await start()
  bridge.emit('slice', { name: 'settings', version: 9, value: { theme: 'dark' } })
  expect(client.replica.getState().slices?.settings.theme).toBe('light')
  await settle()
  expect(asked('app.snapshot')).toBe(2)
})

test('another account: what was known is forgotten, and what was on its way is asked again', async () => {
  const { bridge, client, asked } = await start()
  const args = { vrm: '1234BCD' }
  const entry = () => client.queries.store.getState()[queryKey('lookup.get', args)]
  client.queries.watch('lookup.get', args)
  await settle()
  expect(entry()?.data).toBeDefined()

  client.queries.refetchAll()
  client.queries.clear()
  expect(entry()).toBeUndefined()
  bridge.scene.views = {}
  await settle()
  expect(asked('lookup.get')).toBe(3)
  expect(entry()?.data).toMatchObject({ latest: null })
})

test('an answer of another account that nobody waits for is thrown away', async () => {
  const { client } = await start()
  const args = { vrm: '1234BCD' }
  const stop = client.queries.watch('lookup.get', args)
  client.queries.clear()
  stop()
  await settle()
  expect(client.queries.store.getState()[queryKey('lookup.get', args)]).toBeUndefined()
})

test.each(['lock', 'another account'] as const)('%s: lists that were left are forgotten too', async (why) => {
  const { bridge, client } = await start()
  const rows = { size: 24, pages: [[0, ['1234BCD']]] as const, total: 1 }
  client.lists.open<string>('desk all').leave(rows)
  const open = client.lists.open<string>('desk other')
  if (why === 'lock') bridge.setSlice('lock', { locked: true, hasPin: true })
  else client.forget('account')
  // The page leaves afterwards.
  open.leave(rows)
  expect(client.lists.open('desk all').left).toBeUndefined()
  expect(client.lists.open('desk other').left).toBeUndefined()
})

test('somebody is erased: of what was kept nothing is shown again, and what is looked at stays until it is asked', async () => {
  const { bridge, client } = await start()
  const [looked, left] = [{ vrm: '1234BCD' }, { vrm: '4106HPR' }]
  client.queries.watch('lookup.get', looked)
  const stop = client.queries.watch('lookup.get', left)
  await settle()
  stop()
  client.lists.open<string>('desk all').leave({ size: 24, pages: [[0, ['1234BCD']]], total: 1 })
  const known = (args: { vrm: string }) => client.queries.store.getState()[queryKey('lookup.get', args)]

  bridge.emit('changed', { kind: 'resource', ids: ['one'], version: 9 })
  expect([known(looked), known(left)]).not.toContain(undefined)
  expect(client.lists.open('desk all').left).toBeDefined()
  bridge.emit('changed', { kind: 'resource', ids: [], version: 10 })
  expect(known(left)).toBeUndefined()
  expect(known(looked)).toBeDefined()
  expect(client.lists.open('desk all').left).toBeUndefined()
})

test('a list that was answered before anybody listened is asked again; another is not', async () => {
  const { client } = await start()
  let asked = 0
  const read = async () => {
    asked += 1
    return ok({ rows: ['1234BCD'], total: 1 })
  }
  const followed = (name: string) => ({
    query: createRangeQuery(read, ['resource']),
    place: client.lists.open<string>(name),
  })
  const late = followed('late')
  await late.query.want(0, 0)
  followList(client, late)
  await settle()
  expect(asked).toBe(2)

  const soon = followed('soon')
  const come = soon.query.want(0, 0)
  const stop = followList(client, soon)
  await come
  await settle()
  expect(asked).toBe(3)
  stop()
  expect(client.lists.open('soon').left).toEqual({ size: 24, pages: [[0, ['1234BCD']]], total: 1 })
})
