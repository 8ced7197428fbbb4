import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createApprovals } from '#electron/core/features/extension/approvals.ts'
import { newSecret } from '#electron/core/instance/proofs.ts'
import { removeTemporaryDirectories, temporaryDirectory } from '#tests/fakes/core-fixture.ts'
import { createManualClock, type ManualClock } from '#tests/fakes/manual-clock.ts'

const ORIGIN = 'chrome-extension://abc/'
const MINUTE = 60_000

let path: string
let clock: ManualClock

beforeEach(async () => {
  path = join(await temporaryDirectory(), 'approved-browsers.json')
  clock = createManualClock()
})
afterAll(removeTemporaryDirectories)

function start() {
  let changes = 0
  const approvals = createApprovals({
    path,
    clock,
    onChanged: () => changes++,
    onUnwritten: (error) => {
      throw error
    },
  })
  const state = () => approvals.getState(() => false)
  return { approvals, state, changes: () => changes }
}
const noted = async () => undefined
const aBrowser = ({ approvals }: ReturnType<typeof start>) => approvals.hashBrowserKey(newSecret(), ORIGIN)

test('a request keeps its words while it waits, also when it is repeated, and ends after five minutes', async () => {
  const one = start()
  const key = aBrowser(one)
  expect(one.approvals.ask(key, 'chrome')).toBe(0)
  const words = one.approvals.getWords(key)
  expect(words).toHaveLength(3)
  await clock.advance(4 * MINUTE)
  expect(one.approvals.ask(key, 'chrome')).toBe(0)
  expect(one.approvals.getWords(key)).toEqual(words)
  expect(one.state().waiting).toMatchObject([{ words, browser: 'chrome' }])
  await clock.advance(MINUTE)
  expect(one.approvals.getWords(key)).toBeNull()
  expect(one.state().waiting).toEqual([])
})

test('the words of a browser are others each time, so that none can be prepared', () => {
  const key = start().approvals.hashBrowserKey('s'.repeat(43), ORIGIN)
  const words = Array.from({ length: 20 }, () => {
    const { approvals } = start()
    approvals.ask(key, 'chrome')
    return approvals.getWords(key)?.join(' ')
  })
  expect(new Set(words).size).toBeGreaterThan(15)
})

test('at most three wait at once, and the fourth is told for how long', async () => {
  const one = start()
  for (let count = 0; count < 3; count++) expect(one.approvals.ask(aBrowser(one), 'edge')).toBe(0)
  const fourth = aBrowser(one)
  await clock.advance(MINUTE)
  expect(one.approvals.ask(fourth, 'edge')).toBe(4 * MINUTE)
  await clock.advance(4 * MINUTE)
  expect(one.approvals.ask(fourth, 'edge')).toBe(0)
})

test('a refused browser may not ask again for a while, nor another in its place at once', async () => {
  const one = start()
  const key = aBrowser(one)
  one.approvals.ask(key, 'firefox')
  const [{ id } = { id: '' }] = one.state().waiting
  expect(one.approvals.refuse(id)).toBe(true)
  expect(one.approvals.getWords(key)).toBeNull()
  expect(one.approvals.ask(key, 'firefox')).toBe(5 * MINUTE)
  const other = aBrowser(one)
  expect(one.approvals.ask(other, 'firefox')).toBe(15_000)
  await clock.advance(15_000)
  expect(one.approvals.ask(other, 'firefox')).toBe(0)
  expect(one.approvals.ask(key, 'firefox')).toBeGreaterThan(0)
  await clock.advance(5 * MINUTE)
  expect(one.approvals.ask(key, 'firefox')).toBe(0)
})

test('what is approved holds after a restart, in an owner-only file without its secret', async () => {
  const secret = newSecret()
  const one = start()
  const key = one.approvals.hashBrowserKey(secret, ORIGIN)
  one.approvals.ask(key, 'chrome')
  const [{ id } = { id: '' }] = one.state().waiting
  expect(await one.approvals.approve(id, noted)).toBe(true)
  // A second press.
  expect(await one.approvals.approve(id, noted)).toBe(true)
  const text = await readFile(path, 'utf8')
  expect(text).not.toContain(secret)
  expect((await stat(path)).mode & 0o077).toBe(0)

  const next = start()
  await next.approvals.load()
  expect(next.approvals.isApproved(key)).toBe(true)
  expect(next.state().approved).toMatchObject([{ id, browser: 'chrome', lastSeenAt: null, connected: false }])
  // The same secret in another extension is another browser.
  expect(next.approvals.isApproved(next.approvals.hashBrowserKey(secret, 'chrome-extension://other/'))).toBe(
    false,
  )
  expect((await next.approvals.revoke(id, () => undefined))?.key).toBe(key)
  const last = start()
  await last.approvals.load()
  expect(last.approvals.isApproved(key)).toBe(false)
})

test('what cannot be recorded, or is refused meanwhile, is not approved', async () => {
  const one = start()
  const key = aBrowser(one)
  one.approvals.ask(key, 'chrome')
  const [{ id } = { id: '' }] = one.state().waiting
  await expect(
    one.approvals.approve(id, async () => {
      throw new Error('full')
    }),
  ).rejects.toThrow('full')
  expect(one.approvals.isApproved(key)).toBe(false)
  expect(await one.approvals.approve(id, async () => void one.approvals.refuse(id))).toBe(false)
  expect(one.approvals.isApproved(key)).toBe(false)
  expect(await one.approvals.approve('another', noted)).toBe(false)
})

test('a revocation holds at once, also on a disk that takes nothing', async () => {
  const one = start()
  const key = aBrowser(one)
  one.approvals.ask(key, 'chrome')
  const [{ id } = { id: '' }] = one.state().waiting
  await one.approvals.approve(id, noted)
  // Nothing can take the place of a directory.
  await rm(path)
  await mkdir(path)
  const revoked: string[] = []
  await expect(one.approvals.revoke(id, (other) => revoked.push(other.key))).rejects.toThrow('EISDIR')
  expect(revoked).toEqual([key])
  expect(one.approvals.isApproved(key)).toBe(false)
})

test.each(['', 'null', '{"a":1}', '[1,{"id":"x"}]', 'no json'])(
  'a file with %j approves nobody, and prevents nothing',
  async (text) => {
    await writeFile(path, text)
    const { approvals, state } = start()
    await approvals.load()
    expect(state().approved).toEqual([])
  },
)
