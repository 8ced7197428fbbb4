import fc from 'fast-check'
import { expect, test } from 'vitest'
import { presenceBody } from '#shared/api/relay.ts'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import type { Route } from '#shared/bridge/route.ts'
import { newKeyPair } from '#shared/sealing/sealed-box.ts'
import { createPresence } from '#electron/core/features/relay/presence.ts'
import {
  addMessage,
  LEAST_MS,
  listViewers,
  PRESENCE_MS,
  REPEAT_MS,
  type PresenceContent,
  type Viewers,
} from '#electron/core/features/relay/presence.rules.ts'
import { emptyKeyring, type OfficeKey } from '#electron/core/features/relay/relay.rules.ts'
import { createManualClock } from '#tests/fakes/manual-clock.ts'

const newKey = (id: string, madeAt = 1): OfficeKey => ({ id, ...newKeyPair(), madeAt })
const HOUR = 3_600_000

/** PCs of one office. The test passes their messages on, as the relay does. */
function createOffice() {
  const clock = createManualClock()
  const key = newKey('office-key')

  /** @param skewMs the relay's clock minus the PC's */
  function startPc(deviceId: string, { person = '', skewMs = 0 } = {}) {
    const sent: string[] = []
    const pc = {
      keys: [key],
      isOn: true,
      isSealed: true,
      answer: ok({}) as Result<unknown>,
      exchanges: 0,
      pushes: 0,
      routes: [] as Route[],
    }
    const presence = createPresence({
      clock: { ...clock, now: () => clock.now() - skewMs },
      log: { info: () => {}, warn: () => {}, error: (message) => expect.fail(message) },
      keys: {
        read: async () => ({
          pair: newKeyPair(),
          firstKey: null,
          keyring: { ...emptyKeyring, keys: pc.keys },
          approved: [],
        }),
      },
      getLink: () => (pc.isOn ? { deviceId, skewMs, isSealed: pc.isSealed } : null),
      listShownRoutes: () => pc.routes,
      getPerson: () => person,
      async post(body) {
        sent.push(body)
        return pc.answer
      },
      exchangeKeys: () => void pc.exchanges++,
      onViewers: () => void pc.pushes++,
    })
    return Object.assign(pc, {
      presence,
      sent,
      async show(...ids: string[]) {
        pc.routes = ids.map((id) => ({ view: 'procedure', id }))
        presence.update()
        await clock.advance(0)
      },
      async hear(body: string | undefined, from: string) {
        presence.receive({ deviceId: from, body: body ?? '' })
        await clock.advance(0)
      },
      /** People by procedure. */
      seen: () =>
        Object.fromEntries(presence.viewers.map(({ procedureId, people }) => [procedureId, people])),
    })
  }
  return { clock, key, startPc }
}

test('a procedure on screen is told to the others until its page is closed', async () => {
  const { clock, startPc } = createOffice()
  const [ana, luis] = [startPc('pc-1', { person: 'Ana' }), startPc('pc-2')]
  await ana.show('p1')
  await luis.hear(ana.sent.at(-1), 'pc-1')
  expect(luis.seen()).toEqual({ p1: ['Ana'] })
  await clock.advance(LEAST_MS)
  await ana.show()
  await luis.hear(ana.sent.at(-1), 'pc-1')
  expect([luis.seen(), luis.pushes]).toEqual([{}, 2])
  // Nothing on screen: nothing more is told.
  await clock.advance(HOUR)
  expect(ana.sent).toHaveLength(2)
})

test('it is repeated while it is on screen, which pushes nothing again, and a held key tells little', async () => {
  const { clock, startPc } = createOffice()
  const [ana, luis] = [startPc('pc-1', { person: 'Ana' }), startPc('pc-2')]
  await ana.show('p1')
  await clock.advance(3 * REPEAT_MS)
  expect(ana.sent).toHaveLength(4)
  for (const body of ana.sent) await luis.hear(body, 'pc-1')
  expect(luis.pushes).toBe(1)

  for (let page = 0; page < 100; page++) {
    await ana.show(`q${page}`)
    await clock.advance(30)
  }
  await clock.advance(LEAST_MS)
  expect(ana.sent.length).toBeLessThanOrEqual(4 + 5)
  await luis.hear(ana.sent.at(-1), 'pc-1')
  expect(luis.seen()).toEqual({ q99: ['Ana'] })
})

test('a PC that falls silent is forgotten after 15 s', async () => {
  const { clock, startPc } = createOffice()
  const [ana, luis] = [startPc('pc-1', { person: 'Ana' }), startPc('pc-2')]
  await ana.show('p1')
  await luis.hear(ana.sent[0], 'pc-1')
  await clock.advance(PRESENCE_MS - 1)
  expect(luis.seen()).toEqual({ p1: ['Ana'] })
  await clock.advance(1)
  expect([luis.seen(), luis.pushes]).toEqual([{}, 2])
})

test('the clocks of both PCs may be wrong: the time of the relay counts', async () => {
  const { clock, startPc } = createOffice()
  const [ana, luis] = [
    startPc('pc-1', { person: 'Ana', skewMs: 5 * HOUR }),
    startPc('pc-2', { skewMs: -30 * HOUR }),
  ]
  await ana.show('p1')
  await clock.advance(PRESENCE_MS - 1)
  await luis.hear(ana.sent[0], 'pc-1')
  expect(luis.seen()).toEqual({ p1: ['Ana'] })
  // It came late: its 15 s began when it was sent.
  await clock.advance(1)
  expect(luis.seen()).toEqual({})
})

test('a relay that repeats, delays, swaps or returns messages shows nobody', async () => {
  const { clock, startPc } = createOffice()
  const [ana, luis, eva] = [startPc('pc-1', { person: 'Ana' }), startPc('pc-2'), startPc('pc-3')]
  await ana.show('p1')
  await clock.advance(LEAST_MS)
  await ana.show()
  const [open, closed] = ana.sent
  await luis.hear(open, 'pc-1')
  await luis.hear(closed, 'pc-1')
  for (const body of [open, closed, open]) await luis.hear(body, 'pc-1')
  expect(luis.seen()).toEqual({})
  // As a message of another PC, of the same one, or of nobody.
  for (const deviceId of ['pc-3', 'pc-2', 'pc-9', '']) await luis.hear(open, deviceId)
  await ana.hear(open, 'pc-1')
  expect([luis.seen(), ana.seen()]).toEqual([{}, {}])
  // A PC that has heard nothing yet, when it is too late.
  await clock.advance(PRESENCE_MS)
  await eva.hear(open, 'pc-1')
  await eva.hear('not-sealed', 'pc-1')
  expect(eva.seen()).toEqual({})
  // A changed one.
  await clock.advance(LEAST_MS)
  await ana.show('p1')
  const fresh = ana.sent.at(-1) ?? ''
  await eva.hear(
    fresh.replace(/.(.{4})$/, (end, rest) => (end.startsWith('A') ? 'B' : 'A') + rest),
    'pc-1',
  )
  expect(eva.seen()).toEqual({})
  await eva.hear(fresh, 'pc-1')
  expect(eva.seen()).toEqual({ p1: ['Ana'] })
})

test('whatever the order and the delay of messages, nobody is shown 15 s after the last one', () => {
  const message = fc.record({
    at: fc.integer({ min: 0, max: 60_000 }),
    procedures: fc.subarray(['p1', 'p2']),
  })
  const step = fc.oneof(fc.record({ wait: fc.integer({ min: 0, max: 20_000 }) }), message)
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      let [now, viewers]: [number, Viewers] = [30_000, new Map()]
      const heard: PresenceContent[] = []
      for (const each of steps) {
        if ('wait' in each) now += each.wait
        else {
          const content = { person: 'Ana', ...each }
          viewers = addMessage(viewers, 'pc-1', content, { relayTime: now, elapsed: now })
          if (Math.abs(now - each.at) < PRESENCE_MS) heard.push(content)
        }
        // A sender's clock may be ahead by less than 15 s.
        const recent = heard.filter(({ at }) => Math.abs(now - at) < PRESENCE_MS)
        const shown = listViewers(viewers, now).map(({ procedureId }) => procedureId)
        for (const id of shown) expect(recent.some(({ procedures }) => procedures.includes(id))).toBe(true)
        // The latest of the recent messages decides, if it was heard first or last.
        const latest = recent.toSorted((one, other) => other.at - one.at)[0]
        if (shown.length > 0) expect(shown.every((id) => latest?.procedures.includes(id))).toBe(true)
      }
    }),
  )
})

test('the relay reads neither the name nor the procedure', async () => {
  const { startPc } = createOffice()
  const ana = startPc('pc-1', { person: 'Ana Belmonte' })
  await ana.show('expediente-0001')
  const [body = ''] = ana.sent
  expect(presenceBody.safeParse({ body }).success).toBe(true)
  const bytes = Buffer.from(body.slice(body.indexOf('.') + 1), 'base64url').toString('latin1')
  for (const text of [body, bytes]) expect(text).not.toMatch(/Belmonte|expediente|procedures/)
})

test('pages beyond what a message holds are left out', async () => {
  const { startPc } = createOffice()
  const [ana, luis] = [startPc('pc-1', { person: 'ñ'.repeat(100) }), startPc('pc-2')]
  await ana.show(...Array.from({ length: 30 }, (_, index) => `${index}`.padStart(200, 'p')))
  const [body] = ana.sent
  expect(presenceBody.safeParse({ body }).success).toBe(true)
  await luis.hear(body, 'pc-1')
  expect(Object.keys(luis.seen()).length).toBeGreaterThan(3)
})

test('an older relay is asked once for each connection', async () => {
  const { clock, startPc } = createOffice()
  const ana = startPc('pc-1')
  ana.answer = fail(appError('rejected', { status: 404 }))
  await ana.show('p1')
  await clock.advance(LEAST_MS)
  await ana.show('p2')
  await clock.advance(HOUR)
  expect(ana.sent).toHaveLength(1)
  ana.answer = ok({})
  ana.presence.restart()
  await clock.advance(REPEAT_MS)
  expect(ana.sent).toHaveLength(3)
})

test('a message that failed is repeated with the next one only', async () => {
  const { clock, startPc } = createOffice()
  const ana = startPc('pc-1')
  ana.answer = fail(appError('unreachable'))
  await ana.show('p1')
  await clock.advance(REPEAT_MS - 1)
  expect(ana.sent).toHaveLength(1)
  await clock.advance(1)
  expect(ana.sent).toHaveLength(2)
})

test('without a connection nothing is told or shown, and a new connection tells it at once', async () => {
  const { clock, startPc } = createOffice()
  const [ana, luis] = [startPc('pc-1', { person: 'Ana' }), startPc('pc-2')]
  await ana.show('p1')
  luis.isOn = false
  await luis.show('p1')
  await luis.hear(ana.sent[0], 'pc-1')
  expect([luis.seen(), luis.sent]).toEqual([{}, []])
  luis.isOn = true
  luis.presence.restart()
  await clock.advance(0)
  expect(luis.sent).toHaveLength(1)
})

test('without sealing nothing is told, and the first message of another PC makes it look again', async () => {
  const { clock, key, startPc } = createOffice()
  const [ana, luis] = [startPc('pc-1', { person: 'Ana' }), startPc('pc-2')]
  await ana.show('p1')
  luis.isSealed = false
  luis.keys = []
  await luis.show('p1')
  await clock.advance(LEAST_MS)
  expect(luis.sent).toEqual([])
  await luis.hear(ana.sent[0], 'pc-1')
  expect([luis.seen(), luis.exchanges]).toEqual([{}, 1])
  luis.isSealed = true
  luis.keys = [key]
  luis.presence.update()
  await luis.hear(ana.sent[0], 'pc-1')
  expect([luis.seen(), luis.sent.length]).toEqual([{ p1: ['Ana'] }, 1])
})

test('only the newest key counts, and another one makes both PCs look for a change of it', async () => {
  const { clock, key, startPc } = createOffice()
  const [ana, luis] = [startPc('pc-1', { person: 'Ana' }), startPc('pc-2')]
  luis.keys = [key, newKey('next-key', 2)]
  await ana.show('p1')
  await luis.show('p1')
  for (let times = 0; times < 3; times++) {
    await luis.hear(ana.sent[0], 'pc-1')
    await ana.hear(luis.sent[0], 'pc-2')
  }
  expect([luis.seen(), ana.seen(), luis.exchanges, ana.exchanges]).toEqual([{}, {}, 1, 1])
  ana.keys = luis.keys
  await clock.advance(REPEAT_MS)
  await luis.hear(ana.sent.at(-1), 'pc-1')
  expect(luis.seen()).toEqual({ p1: ['Ana'] })
})

test('a person at two PCs is named once, and a PC without a name counts', async () => {
  const { startPc } = createOffice()
  const luis = startPc('pc-9')
  for (const [index, person] of ['Ana', 'Ana', '', ''].entries()) {
    const pc = startPc(`pc-${index}`, { person })
    await pc.show('p1', 'p1', `only-${index}`)
    await luis.hear(pc.sent[0], `pc-${index}`)
  }
  expect(luis.seen()).toMatchObject({ p1: ['Ana', '', ''], 'only-0': ['Ana'], 'only-3': [''] })
})

test('a PC that sleeps forgets what it was told', async () => {
  const { startPc } = createOffice()
  const [ana, luis] = [startPc('pc-1', { person: 'Ana' }), startPc('pc-2')]
  await ana.show('p1')
  await luis.hear(ana.sent[0], 'pc-1')
  luis.presence.clear()
  expect([luis.seen(), luis.pushes]).toEqual([{}, 2])
})
