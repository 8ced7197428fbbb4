import { expect, test } from 'vitest'
import { appError, fail, ok } from '#shared/bridge/result.ts'
import { createInboxSubscription, type Inbox } from '#electron/core/features/relay/subscription.ts'

const signal = new AbortController().signal
const inbox: Inbox = {
  url: 'https://relay.example/in/1',
  header: { name: 'X-Relay-Secret', value: 'whk_1' },
  mode: 'enforce',
}

/** The same after the relay's secret was rotated. */
const rotated: Inbox = { ...inbox, header: { name: 'X-Relay-Secret', value: 'whk_2' } }
/** The address says which value of the header it was created with. */
const subscribed = /^https:\/\/relay\.example\/in\/1\?header=[0-9a-f]{16}$/

type Header = { name: string; value?: string }

/**
 * The operator's list; `refusesDoubles`: an address only once; `most`: so many at once; `writes`: its own form of an
 * address.
 */
function operator({ refusesDoubles = false, most = 10, writes = (url: string) => url } = {}) {
  const all: { id: string; url: string; createdAt: string; header: Header | null }[] = []
  const counts: number[] = []
  let last = 0
  /** Runs before the next creation. */
  let meanwhile = async () => {}
  const add = (url: string, header: Header | null = null) => {
    const one = { id: `s${++last}`, url, createdAt: new Date(last * 1_000).toISOString(), header }
    all.push(one)
    return one
  }
  const client = {
    listSubscriptions: async () => ok([...all]),
    async createSubscription({ url, header }: { url: string; header?: Header | undefined }) {
      const run = meanwhile
      meanwhile = async () => {}
      await run()
      if (all.length >= most || (refusesDoubles && all.some((each) => each.url === writes(url))))
        return fail(appError('rejected', { status: 409 }))
      return ok(add(writes(url), header))
    },
    async removeSubscription(id: string) {
      const at = all.findIndex((each) => each.id === id)
      if (at < 0) return fail(appError('not-found'))
      all.splice(at, 1)
      counts.push(all.length)
      return ok(null)
    },
  }
  return { all, add, client, counts, before: (run: () => Promise<void>) => (meanwhile = run) }
}

const subscriptionOf = (of: ReturnType<typeof operator>, { byApi = true, isOnlyRelay = false } = {}) =>
  createInboxSubscription({
    client: of.client,
    clock: { now: () => 5 },
    byApi,
    isOnlyRelay,
    onState: () => undefined,
  })

test('is created with the header, and then found: after a kill, or from another PC', async () => {
  const of = operator()
  const first = subscriptionOf(of)
  await first.ensure(inbox, signal)
  expect(of.all).toMatchObject([
    { url: expect.stringMatching(subscribed), header: { name: 'X-Relay-Secret', value: 'whk_1' } },
  ])
  expect(first.state).toEqual({ state: 'created', checkedAt: 5 })
  await first.ensure(inbox, signal)
  const second = subscriptionOf(of)
  await second.ensure(inbox, signal)
  expect(second.state.state).toBe('present')
  expect(of.all).toHaveLength(1)
})

test.each([true, false])(
  'two PCs that look at the same moment leave one; the operator refuses doubles: %s',
  async (refusesDoubles) => {
    const of = operator({ refusesDoubles, writes: (url) => url.replace('relay.', 'RELAY.') })
    const mine = subscriptionOf(of)
    of.before(() => subscriptionOf(of).ensure(inbox, signal))
    await mine.ensure(inbox, signal)
    expect(of.all.map(({ id }) => id)).toEqual(['s1'])
    expect(mine.state.state).toBe('present')
  },
)

test('is removed, with no other; and where the operator takes none, nothing is sent', async () => {
  const of = operator()
  of.add('https://other.example/hook')
  const mine = subscriptionOf(of)
  await mine.ensure(inbox, signal)
  expect(await mine.remove(inbox, signal)).toEqual(ok(null))
  expect(of.all.map(({ url }) => url)).toEqual(['https://other.example/hook'])
  const byHand = subscriptionOf(of, { byApi: false })
  await byHand.ensure(inbox, signal)
  expect(byHand.state.state).toBe('by-hand')
  expect(of.all).toHaveLength(1)
})

test('of the only relay there is, the one to its earlier address is removed; others stay', async () => {
  const of = operator()
  of.add('http://127.0.0.1:4000/in/0', { name: 'X-Relay-Secret' })
  of.add('https://other.example/hook', { name: 'X-Other' })
  await subscriptionOf(of, { isOnlyRelay: true }).ensure(inbox, signal)
  expect(of.all.map(({ url }) => url)).toEqual([
    'https://other.example/hook',
    expect.stringMatching(subscribed),
  ])
  // An office may have a second relay.
  of.add('https://second.example/in/2', { name: 'X-Relay-Secret' })
  await subscriptionOf(of).ensure(inbox, signal)
  expect(of.all).toHaveLength(3)
})

test('a rotated header is written into it, by one PC for all, and it is never absent', async () => {
  const of = operator()
  await subscriptionOf(of).ensure(inbox, signal)
  const [mine, other] = [subscriptionOf(of), subscriptionOf(of)]
  await mine.ensure(rotated, signal)
  expect(of.all).toMatchObject([{ id: 's2', header: { value: 'whk_2' } }])
  expect(mine.state.state).toBe('created')
  await other.ensure(rotated, signal)
  expect(other.state.state).toBe('present')
  expect(of.all).toMatchObject([{ id: 's2' }])
  expect(of.counts).toEqual([1])
})

test('one whose header cannot be known, as when it was added by hand, is replaced', async () => {
  const of = operator()
  of.add(inbox.url, { name: 'X-Relay-Secret' })
  await subscriptionOf(of).ensure(inbox, signal)
  expect(of.all).toMatchObject([{ id: 's2', header: { value: 'whk_1' } }])
})

test('where the operator has no room for a second one, the former goes first', async () => {
  const of = operator({ most: 1 })
  await subscriptionOf(of).ensure(inbox, signal)
  const mine = subscriptionOf(of)
  await mine.ensure(rotated, signal)
  expect(of.all).toMatchObject([{ id: 's2', header: { value: 'whk_2' } }])
  expect(mine.state.state).toBe('created')
})

test('where the new one is not taken, the former stays', async () => {
  const of = operator()
  await subscriptionOf(of).ensure(inbox, signal)
  of.client.createSubscription = async () => fail(appError('rejected', { status: 400 }))
  const mine = subscriptionOf(of)
  await mine.ensure(rotated, signal)
  expect(of.all).toMatchObject([{ id: 's1', header: { value: 'whk_1' } }])
  expect(mine.state).toMatchObject({ state: 'failed', error: { code: 'rejected' } })
})

test('a refusal is shown, and tried again', async () => {
  const of = operator()
  const list = of.client.listSubscriptions
  of.client.listSubscriptions = async () => fail(appError('service-failed')) as never
  const mine = subscriptionOf(of)
  await mine.ensure(inbox, signal)
  expect(mine.state).toMatchObject({ state: 'failed', error: { code: 'service-failed' } })
  of.client.listSubscriptions = list
  await mine.ensure(inbox, signal)
  expect(mine.state.state).toBe('created')
})
