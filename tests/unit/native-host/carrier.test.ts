import type { Socket } from 'node:net'
import { duplexPair, PassThrough, type Duplex } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { createCarrier } from '#electron/native-host/carrier.ts'
import type { Absence, Door } from '#electron/native-host/door.ts'
import { createFrameReader, NATIVE_ORDER } from '#electron/core/instance/message-frames.ts'
import { nativeFrame, type HostMessage } from '#tests/fakes/host-browser.ts'
import { frameOf } from '#tests/fakes/host-door.ts'

/** A carrier between two ends of the test, which says when the application is found. */
function carrierBetween() {
  const input = new PassThrough()
  const output = new PassThrough()
  const looks: PromiseWithResolvers<Door | Absence>[] = []
  const onEnd = vi.fn<(error: Error | null) => void>()
  const carrier = createCarrier({
    input,
    output,
    openDoor() {
      const look = Promise.withResolvers<Door | Absence>()
      looks.push(look)
      return look.promise
    },
    startApplication: () => Promise.resolve(true),
    onEnd,
    onDoorError: () => undefined,
  })
  const told: HostMessage[] = []
  const reader = createFrameReader(NATIVE_ORDER)
  output.on('data', (chunk: Buffer) => {
    for (const body of reader.push(chunk)) told.push(JSON.parse(body.toString()) as HostMessage)
  })
  const asked: { id: number; command: string }[] = []

  /** @returns the end of the application */
  function found(rest: Buffer = Buffer.alloc(0)): Duplex {
    const [ours, theirs] = duplexPair()
    const doorReader = createFrameReader('LE')
    theirs.on('data', (chunk: Buffer) => {
      for (const body of doorReader.push(chunk)) asked.push(JSON.parse(body.toString()) as (typeof asked)[0])
    })
    looks.at(-1)?.resolve({ socket: ours as unknown as Socket, rest })
    return theirs
  }
  const ask = (id: number, command: string) => input.write(nativeFrame({ id, command, args: {} }))
  return { carrier, looks, told, asked, ask, found, onEnd }
}

const ids = (messages: readonly { id?: number }[]) => messages.map(({ id }) => id)

test('the first connection is not told: the extension says hello by itself', async () => {
  const { told, asked, ask, found, looks } = carrierBetween()
  ask(1, 'hello')
  ask(2, 'lookup.recent')
  await expect.poll(() => looks.length).toBe(1)
  found()
  await expect.poll(() => ids(asked)).toEqual([1, 2])
  expect(told).toEqual([])
})

test('a connection after an absence hears `hello` first: what was asked before is answered as while it was closed', async () => {
  const { carrier, told, asked, ask, found, looks } = carrierBetween()
  ask(1, 'hello')
  await expect.poll(() => looks.length).toBe(1)
  looks[0]?.resolve('absent')
  await expect.poll(() => told).toHaveLength(2)
  ask(2, 'lookup.get')
  ask(3, 'batch.start')
  ask(4, 'hello')
  ask(5, 'lookup.recent')
  await expect.poll(() => looks.length).toBe(2)
  found()
  await expect.poll(() => ids(asked)).toEqual([4, 5])
  expect(carrier.isConnected()).toBe(true)
  expect(told.slice(2)).toEqual([
    { topic: 'host', payload: { connected: true } },
    { id: 2, ok: false, error: { code: 'not-running' } },
    { id: 3, ok: false, error: { code: 'not-running' } },
  ])
})

test('and without any hello, nothing of it is passed on', async () => {
  const { told, asked, ask, found, looks } = carrierBetween()
  ask(1, 'hello')
  await expect.poll(() => looks.length).toBe(1)
  looks[0]?.resolve('unproved')
  await expect.poll(() => told.at(-1)?.error?.code).toBe('not-answering')
  ask(2, 'batch.start')
  await expect.poll(() => looks.length).toBe(2)
  found()
  await expect.poll(() => told.at(-1)?.id).toBe(2)
  expect(asked).toEqual([])
})

test('an application that went before it was carried is absent, and looked for again', async () => {
  const { carrier, told, ask, found, looks } = carrierBetween()
  ask(1, 'hello')
  await expect.poll(() => looks.length).toBe(1)
  const [ours] = duplexPair()
  ours.on('error', () => undefined)
  ours.destroy()
  looks[0]?.resolve({ socket: ours as unknown as Socket, rest: Buffer.alloc(0) })
  await expect.poll(() => told.at(-1)?.error?.code).toBe('not-answering')
  expect(carrier.isConnected()).toBe(false)
  ask(2, 'hello')
  await expect.poll(() => looks.length).toBe(2)
  found()
  await expect.poll(() => carrier.isConnected()).toBe(true)
})

test('many requests look for the application once', async () => {
  const { carrier, looks, ask } = carrierBetween()
  for (let id = 1; id <= 20; id++) ask(id, 'x')
  void carrier.connect()
  await expect.poll(() => looks.length).toBe(1)
})

test('frames that came with the proof of the application are not lost', async () => {
  const { carrier, told, found } = carrierBetween()
  void carrier.connect()
  found(frameOf({ topic: 'state', payload: {} }))
  await expect.poll(() => told).toEqual([{ topic: 'state', payload: {} }])
})
