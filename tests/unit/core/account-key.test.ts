import { expect, test } from 'vitest'
import { createMemorySecrets } from '#electron/core/keychain/secret-store.ts'
import { accountKey } from '#electron/core/accounts/accounts.ts'

const KEY = 'office-key-0123456789-ABCD'
const refused = { ok: false, error: { code: 'address-changed' } }

test('a key goes to the origin that it was saved for, and to no other', async () => {
  const key = accountKey(createMemorySecrets())
  await key.set('https://operator.example/api', KEY)
  for (const baseUrl of ['https://operator.example/api', 'https://operator.example/other'])
    expect(await key.target(baseUrl)).toEqual({ ok: true, value: { baseUrl, apiKey: KEY } })
  for (const baseUrl of [
    'https://operator.example:8443',
    'https://operator.example.evil.test',
    'https://www.operator.example',
    'https://evil.test/operator.example',
    'http://localhost:4000',
  ])
    expect(await key.target(baseUrl)).toMatchObject(refused)
})

test.each([
  'http://operator.example',
  'ftp://operator.example',
  'https://ana:x@operator.example',
  'https://operator.example?x',
  '',
])(
  'an address that the form refuses is refused, even to the key that was saved for it: %j',
  async (baseUrl) => {
    const secrets = createMemorySecrets()
    const key = accountKey(secrets)
    await secrets.set('api-key', JSON.stringify({ origin: URL.parse(baseUrl)?.origin ?? '', key: KEY }))
    expect(await key.target(baseUrl)).toMatchObject(refused)
    // Nor is a key sent there that was saved before keys were bound.
    await secrets.set('api-key', KEY)
    expect(await key.target(baseUrl)).toMatchObject(refused)
  },
)

test('a key from before keys were bound is bound by its first use', async () => {
  const secrets = createMemorySecrets()
  await secrets.set('api-key', KEY)
  const key = accountKey(secrets)
  expect(await key.target('https://operator.example')).toMatchObject({ ok: true, value: { apiKey: KEY } })
  expect(JSON.parse((await secrets.get('api-key')) ?? '')).toEqual({
    origin: 'https://operator.example',
    key: KEY,
  })
  expect(await key.target('https://evil.test')).toMatchObject(refused)
})

test('a keychain that takes nothing more does not keep a key from being used', async () => {
  const secrets = createMemorySecrets()
  await secrets.set('api-key', KEY)
  const full = { ...secrets, set: () => Promise.reject(new Error('locked')) }
  expect(await accountKey(full).target('https://operator.example')).toMatchObject({ ok: true })
})

test('no key is no key', async () => {
  expect(await accountKey(createMemorySecrets()).target('https://operator.example')).toMatchObject({
    error: { code: 'key-missing' },
  })
})
