import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import type { ErrorCode } from '#shared/bridge/result.ts'
import { HASTY, removeTemporaryDirectories, startCore, type CoreFixture } from '#tests/fakes/core-fixture.ts'
import { startHostileService, type HostileService, type Hostility } from '#tests/fakes/hostile-service.ts'

let hostile: HostileService
let fixture: CoreFixture

beforeEach(async () => {
  hostile = await startHostileService()
  fixture = await startCore(hostile.service.url, { timeouts: HASTY })
})
afterEach(async () => {
  await fixture.stop()
  await hostile.service.close()
})
afterAll(removeTemporaryDirectories)

const BAD: readonly [vrm: string, how: Hostility, code: ErrorCode][] = [
  ['1000BBD', 'html', 'bad-answer'],
  ['1001BBD', 'half-json', 'bad-answer'],
  ['1002BBD', 'redirect', 'redirect-refused'],
  ['1003BBD', 'hang', 'timeout'],
  ['1004BBD', 'fails-for-ever', 'service-failed'],
  ['1005BBD', 'huge', 'answer-too-large'],
  ['1006BBD', 'deep', 'answer-too-deep'],
  ['1007BBD', 'other-plate', 'wrong-plate'],
]

const plateOf = (index: number) => `${2000 + index}BCD`

test.each(['create', 'read'] as const)(
  'with plates open that the service answers badly on %s, each says why and the others are answered',
  async (from) => {
    const { value, until, frames } = fixture
    for (const [vrm, how] of BAD) hostile.set(vrm, how, from)
    for (const [vrm] of BAD) await value('lookup.start', { vrm })
    for (let index = 0; index < 4; index++) {
      await value('lookup.start', { vrm: plateOf(index) })
      const { latest } = await until(plateOf(index), (view) => view.latest !== null)
      expect(latest?.outcome).toBe('transferable')
    }
    for (const [vrm, , code] of BAD) {
      const view = await until(vrm, ({ pending, failed }) => (pending?.error ?? failed)?.code === code)
      expect(view.latest).toBeNull()
    }
    await value('lookup.start', { vrm: plateOf(9) })
    await until(plateOf(9), ({ latest }) => latest !== null)
    expect(JSON.stringify(frames)).not.toContain('"state":"down"')
    expect(hostile.hugeBytes).toBeLessThan(40 * 1024 * 1024)
  },
)

test('one plate for which the service asks to wait delays no other', async () => {
  const { value, until } = fixture
  hostile.set('1008BBD', 'limits')
  await value('lookup.start', { vrm: '1008BBD' })
  const { pending } = await until('1008BBD', (view) => view.pending?.error?.code === 'rate-limited')
  expect(pending!.nextAttemptAt! - Date.now()).toBeGreaterThan(590_000)
  await value('lookup.start', { vrm: plateOf(0) })
  await until(plateOf(0), ({ latest }) => latest !== null)
  const asked = hostile.service.seen.filter(({ body }) => body.includes('1008BBD')).length
  expect(asked).toBe(1)
})

test('a state that nobody knows is kept as it came', async () => {
  const { value, until } = fixture
  hostile.set('1009BBD', 'unknown-state')
  await value('lookup.start', { vrm: '1009BBD' })
  const { latest } = await until('1009BBD', (view) => view.latest !== null)
  expect(latest).toMatchObject({ outcome: 'unrecognised', rawOutcome: 'teleported' })
})
