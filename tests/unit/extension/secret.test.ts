import { expect, test } from 'vitest'
import { createSecret } from '#extension/background/start-background.ts'
import { browserName } from '#extension/background/start-background.ts'
import { fakeStorage } from '#tests/extension/harness/fake-storage.ts'

const of = (storage: ReturnType<typeof fakeStorage>) => createSecret(storage as never)

test('the secret of a profile has 256 bits, and is made once', async () => {
  const storage = fakeStorage()
  const secret = of(storage)
  const [first, second] = await Promise.all([secret(), secret()])
  expect(first).toMatch(/^[\w-]{43}$/)
  expect(second).toBe(first)
  expect(await of(storage)()).toBe(first)
  expect(await of(fakeStorage())()).not.toBe(first)
})

test('one that was damaged is made again, and one that could not be kept is tried again', async () => {
  expect(await of(fakeStorage({ secret: 'short' }))()).toMatch(/^[\w-]{43}$/)
  const storage = fakeStorage()
  let full = true
  const secret = createSecret({
    get: storage.get,
    set: async (items: Record<string, unknown>) => {
      if (full) throw new Error('The disk is full.')
      await storage.set(items)
    },
  } as never)
  await expect(secret()).rejects.toThrow('full')
  full = false
  expect(await secret()).toMatch(/^[\w-]{43}$/)
})

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', [], 'firefox'],
  ['Chrome/140', ['Chromium', 'Google Chrome'], 'chrome'],
  ['Chrome/140 Edg/140', ['Chromium', 'Microsoft Edge'], 'edge'],
  ['Chrome/140', ['Chromium'], 'chromium'],
  ['Chrome/140', [], 'chromium'],
] as const)('%s with %j is %s', (userAgent, brands, name) => {
  const userAgentData = { brands: brands.map((brand) => ({ brand })) }
  expect(browserName({ userAgent, userAgentData })).toBe(name)
})
