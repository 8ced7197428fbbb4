import { expect, test } from 'vitest'
import { accountKey } from '#electron/core/accounts/accounts.ts'
import { createRelayToken } from '#electron/core/features/relay/relay-http.ts'
import { createMemorySecrets } from '#electron/core/keychain/secret-store.ts'

const address = 'https://operator.example'

test('an API key and a token of a relay open as earlier versions stored them, and are stored the same', async () => {
  const secrets = createMemorySecrets()
  const key = '{"origin":"https://operator.example","key":"the key"}'
  const token = '{"origin":"https://operator.example","token":"the token"}'
  await secrets.set('api-key', key)
  await secrets.set('relay-token', token)
  expect(await accountKey(secrets).target(address)).toMatchObject({ value: { apiKey: 'the key' } })
  expect(await createRelayToken(secrets).target(address)).toMatchObject({ value: { token: 'the token' } })
  await accountKey(secrets).set(address, 'the key')
  await createRelayToken(secrets).set(address, 'the token')
  expect(await secrets.get('api-key')).toBe(key)
  expect(await secrets.get('relay-token')).toBe(token)
})

test('a token of a relay without its origin is none, and a keychain that is locked has none', async () => {
  const secrets = createMemorySecrets()
  await secrets.set('relay-token', 'the token')
  const missing = { ok: false, error: { code: 'key-missing' } }
  expect(await createRelayToken(secrets).target(address)).toMatchObject(missing)
  const locked = { ...secrets, get: () => Promise.reject(new Error('locked')) }
  expect(await createRelayToken(locked).target(address)).toMatchObject(missing)
})
