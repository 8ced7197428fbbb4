import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  createNativeConnection,
  START_TIMEOUT_MS,
  dropReason,
  type NativePortEvents,
} from '#extension/background/native-connection.ts'
import type { ConnectionView } from '#extension/page-messages.ts'
import { REQUEST_TIMEOUT_MS } from '#shared/host-protocol/protocol.ts'

const STATE = {
  application: '1.0.0',
  approved: true,
  words: null,
  locked: false,
  demo: false,
  online: true,
  unread: 0,
}
const SUMMARY = {
  vrm: '1234BCD',
  outcome: 'transferable',
  checkedAt: 1,
  kind: 'reduced',
  disagrees: false,
  vehicle: null,
  pending: null,
  failed: null,
}
type Frame = { id: number; command: string; args: unknown }

/** A native host whose answers the test gives, at the ends of ports that it keeps. */
function fixture() {
  const ports: { sent: Frame[]; events: NativePortEvents; isOpen: boolean }[] = []
  const views: ConnectionView[] = []
  const topics: [string, unknown][] = []
  const connection = createNativeConnection({
    open: (events) => {
      const port = { sent: [] as Frame[], events, isOpen: true }
      ports.push(port)
      return {
        send: (message) => {
          if (!port.isOpen) throw new Error('Attempting to use a disconnected port object')
          port.sent.push(message as Frame)
        },
        close: () => {
          port.isOpen = false
        },
      }
    },
    hello: async () => ({ protocol: 1, extension: '1', browser: 'chrome', secret: 'x'.repeat(43) }),
    onView: (view) => views.push(view),
    onTopic: (topic, payload) => topics.push([topic, payload]),
  })
  const last = () => ports.at(-1)!
  const sent = (command: string) => last().sent.filter((frame) => frame.command === command)
  return {
    connection,
    ports,
    topics,
    sent,
    kind: () => connection.view().connection.kind,
    answer: (command: string, reply: object) =>
      last().events.onMessage({ id: sent(command).at(-1)!.id, ...reply }),
    tell: (topic: string, payload: unknown) => last().events.onMessage({ topic, payload }),
    drop(why: Parameters<NativePortEvents['onDrop']>[0] = 'ended') {
      last().isOpen = false
      last().events.onDrop(why)
    },
    async approve() {
      await turn()
      this.answer('hello', { ok: true, value: STATE })
      await turn()
    },
  }
}
const turn = () => vi.advanceTimersByTimeAsync(0)
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('the one connection to the native host', () => {
  test('is opened by the first request, which waits for the hello', async () => {
    const host = fixture()
    expect(host.ports).toHaveLength(0)
    const asked = host.connection.request('lookup.start', { vrm: '1234BCD' })
    await turn()
    expect(host.ports).toHaveLength(1)
    expect(host.ports[0]!.sent.map(({ command }) => command)).toEqual(['hello'])
    await host.approve()
    host.answer('lookup.start', { ok: true, value: SUMMARY })
    expect(await asked).toEqual({ ok: true, value: SUMMARY })
  })

  test('every open request is answered when it drops, and none is sent again', async () => {
    const host = fixture()
    host.connection.look()
    await host.approve()
    const open = host.connection.request('open', { vrm: '1234BCD', transfer: true })
    const start = host.connection.request('lookup.start', { vrm: '1234BCD' })
    await turn()
    host.drop()
    const dropped = { ok: false, error: { code: 'dropped' } }
    expect(await Promise.all([open, start])).toEqual([dropped, dropped])
    await pass(60_000)
    expect(host.ports.length).toBeGreaterThan(1)
    expect(host.ports.slice(1).flatMap(({ sent }) => sent.map(({ command }) => command))).toEqual(
      host.ports.slice(1).flatMap(({ sent }) => sent.map(() => 'hello')),
    )
  })

  test('an answer that takes too long is given up, and one that comes then is of nobody', async () => {
    const host = fixture()
    host.connection.connect()
    await host.approve()
    const asked = host.connection.request('answer.get', { vrm: '1234BCD' })
    await pass(REQUEST_TIMEOUT_MS)
    expect(await asked).toEqual({ ok: false, error: { code: 'timeout' } })
    host.answer('answer.get', { ok: true, value: { text: 'late' } })
    const next = host.connection.request('answer.get', { vrm: '1234BCD' })
    await turn()
    host.answer('answer.get', { ok: true, value: { text: 'its own' } })
    expect(await next).toEqual({ ok: true, value: { text: 'its own' } })
  })

  test('what does not fit the contract is no answer', async () => {
    const host = fixture()
    host.connection.connect()
    await host.approve()
    const asked = host.connection.request('lookup.start', { vrm: '1234BCD' })
    await turn()
    host.answer('lookup.start', { ok: true, value: { ...SUMMARY, checkedAt: 'yesterday' } })
    expect(await asked).toEqual({ ok: false, error: { code: 'failed' } })
    host.tell('verdicts', { rows: [{ ...SUMMARY, outcome: 'perhaps' }] })
    host.tell('verdicts', { rows: 'none' })
    host.tell('constructor', {})
    expect(host.topics).toEqual([])
    host.tell('verdicts', { rows: [SUMMARY] })
    expect(host.topics).toHaveLength(1)
  })

  test('nothing is passed on while it is locked or not let in', async () => {
    const host = fixture()
    host.connection.connect()
    await host.approve()
    host.tell('state', { ...STATE, locked: true })
    host.tell('verdicts', { rows: [SUMMARY] })
    expect(host.topics).toEqual([])
    expect(await host.connection.request('lookup.get', { vrms: ['1234BCD'] })).toEqual({
      ok: false,
      error: { code: 'locked' },
    })
    expect(host.sent('lookup.get')).toEqual([])
  })

  test('it is tried again only while someone looks, and less and less often', async () => {
    const host = fixture()
    host.connection.connect()
    await turn()
    host.drop('missing')
    await pass(120_000)
    expect(host.ports).toHaveLength(1)
    const leave = host.connection.look()
    const times: number[] = []
    for (let second = 0; second < 60; second += 1) {
      const before = host.ports.length
      if (host.ports.at(-1)!.isOpen) host.drop('missing')
      await pass(1_000)
      if (host.ports.length > before) times.push(second)
    }
    expect(times.length).toBeGreaterThan(3)
    expect(times.length).toBeLessThan(12)
    expect(host.kind()).toBe('not-installed')
    if (host.ports.at(-1)!.isOpen) host.drop('missing')
    leave()
    const tried = host.ports.length
    await pass(120_000)
    expect(host.ports).toHaveLength(tried)
    expect(host.kind()).toBe('closed')
  })

  test('the hello is said again when the application comes back', async () => {
    const host = fixture()
    host.connection.look()
    await host.approve()
    const { session } = host.connection.view()
    host.tell('host', { connected: false })
    expect(host.kind()).toBe('not-running')
    host.tell('host', { connected: true })
    await turn()
    expect(host.sent('hello')).toHaveLength(2)
    host.answer('hello', { ok: true, value: STATE })
    await turn()
    expect(host.kind()).toBe('approved')
    expect(host.connection.view().session).toBeGreaterThan(session)
  })

  test('a start that shows nothing has failed, and one press starts it once', async () => {
    const host = fixture()
    host.connection.look()
    await turn()
    host.answer('hello', { ok: false, error: { code: 'not-running' } })
    await turn()
    void host.connection.start()
    void host.connection.start()
    await turn()
    expect(host.sent('host.start')).toHaveLength(1)
    host.answer('host.start', { ok: true, value: {} })
    await pass(START_TIMEOUT_MS)
    expect(host.connection.view().connection).toEqual({ kind: 'not-running', start: 'failed' })
  })

  test('an older end is named, and not asked again by itself', async () => {
    const host = fixture()
    host.connection.look()
    await turn()
    host.answer('hello', { ok: false, error: { code: 'wrong-version', update: 'application' } })
    await pass(60_000)
    expect(host.connection.view().connection).toEqual({ kind: 'wrong-version', update: 'application' })
    expect(host.sent('hello')).toHaveLength(1)
  })

  test('approval may be asked for without being let in, and nothing else', async () => {
    const host = fixture()
    host.connection.connect()
    await turn()
    host.answer('hello', { ok: true, value: { ...STATE, approved: false, online: null, unread: null } })
    await turn()
    const words = ['abeto', 'faro', 'mimbre']
    const asked = host.connection.request('approval.ask', {})
    await turn()
    host.answer('approval.ask', { ok: true, value: { ...STATE, approved: false, words } })
    await asked
    expect(host.connection.view().connection).toMatchObject({ kind: 'not-approved', words })
    expect(await host.connection.request('open.inbox', {})).toMatchObject({ ok: false })
    expect(host.sent('open.inbox')).toEqual([])
  })

  test.each([
    ['Specified native messaging host not found.', 'missing'],
    ['No such native application es.ventanilla.host', 'missing'],
    ['Access to the specified native messaging host is forbidden.', 'forbidden'],
    ['Native host has exited.', 'ended'],
    ['', 'ended'],
  ] as const)('«%s» is %s', (message, why) => {
    expect(dropReason(message)).toBe(why)
  })
})
