import { expect, test } from 'vitest'
import { claimWire, devicesWire, officeWire, pairingStateWire, pairWire } from '#shared/api/relay.ts'
import { newPairingNonce } from '#shared/sealing/compared-words.ts'
import { newKeyPair } from '#shared/sealing/sealed-box.ts'
import { comparePairing, newPairing } from '#tests/fakes/relay-process.ts'
import { createFakeClock } from '../service/support/fake-clock.ts'
import {
  askAs,
  call,
  givePc,
  newPc,
  OFFICE,
  OTHER,
  pageOf,
  pairDevice,
  postMany,
  startRelay,
} from './support/relay.ts'

const token = OFFICE.adminToken
const MINUTE = 60_000

const newCode = (url: string) => newPairing(askAs(url))
const give = (url: string, code: string) => call(`${url}/v1/pair`, 'POST', 'none', newPc(code, 'PC 1').body)
const claim = (url: string, text: string) => call(`${url}/v1/pair/claim`, 'POST', 'none', { claim: text })
const stateOf = async (url: string, id: string, query = '') =>
  pairingStateWire.parse(await (await call(`${url}/v1/pairings/${id}${query}`, 'GET', token)).json())
const otherThan = (code: string) => `${code.slice(0, -1)}${code.endsWith('0') ? '1' : '0'}`

test('both screens derive the same words, and the first PC administers', async () => {
  const { url } = await startRelay()
  await postMany(url, 2)
  const pairing = await newCode(url)
  const { id, code } = pairing
  const words = comparePairing(askAs(url), pairing)
  const { claim: text, end } = await givePc(url, pairing, 'PC 1')
  const ending = end()
  const compared = await words
  expect((await call(`${url}/v1/pairings/${id}/confirm`, 'POST', token)).status).toBe(200)
  const { words: shown, answer } = await ending
  expect(shown).toEqual(compared)
  const given = claimWire.parse(await answer.json())
  const { epoch } = await pageOf(url)
  expect(given).toMatchObject({ office: OFFICE.name, admin: true, cursor: `${epoch}.0` })
  expect((await stateOf(url, id)).state).toBe('confirmed')
  // Once.
  expect((await claim(url, text)).status).toBe(410)
  expect((await give(url, code)).status).toBe(404)

  const second = await pairDevice(url, 'PC 2')
  expect(second.admin).toBe(false)
  const { devices } = devicesWire.parse(await (await call(`${url}/v1/devices`, 'GET', second.token)).json())
  expect(devices.map(({ name, admin, self }) => [name, admin, self])).toEqual([
    ['PC 1', true, false],
    ['PC 2', false, true],
  ])
  expect(devices.find(({ self }) => self)?.seenAt).not.toBeNull()
})

test('a state that is another one than the asker knows is answered at once', async () => {
  const { url } = await startRelay()
  const { id, code } = await newCode(url)
  await give(url, code)
  const asked = performance.now()
  expect((await stateOf(url, id, '?wait=25&state=waiting')).state).toBe('committed')
  // Half of what it waits otherwise.
  expect(performance.now() - asked).toBeLessThan(12_500)
  expect((await call(`${url}/v1/pairings/${id}?state=given`, 'GET', token)).status).toBe(400)
})

test('a pairing of another version, or without a key or a commitment, is refused and costs no try', async () => {
  const { url } = await startRelay()
  for (const body of [undefined, {}, { admin: true }, { version: 1 }])
    expect((await call(`${url}/v1/pairings`, 'POST', token, body)).status).toBe(400)
  const pairing = await newCode(url)
  const { version: _version, ...unversioned } = newPc(pairing.code, 'PC 1').body
  const { publicKey: _key, ...keyless } = newPc(pairing.code, 'PC 1').body
  const { commitment: _commitment, ...uncommitted } = newPc(pairing.code, 'PC 1').body
  const older = { code: pairing.code, name: 'PC 1', nonce: newPairingNonce() }
  for (const body of [unversioned, keyless, uncommitted, older])
    expect((await call(`${url}/v1/pair`, 'POST', 'none', body)).status).toBe(400)
  expect((await give(url, pairing.code)).status).toBe(202)
})

test('a PC is confirmed only after both nonces, and each is taken once', async () => {
  const { url } = await startRelay()
  const { id, code } = await newCode(url)
  const answer = (nonce: string) => call(`${url}/v1/pairings/${id}/nonce`, 'POST', token, { nonce })
  const confirm = () => call(`${url}/v1/pairings/${id}/confirm`, 'POST', token)
  const reveal = (claimed: string, nonce: string) =>
    askAs(url)('POST', '/v1/pair/claim', { claim: claimed, nonce }).catch(() => null)
  const [one, other] = [newPairingNonce(), newPairingNonce()]
  expect((await answer(one)).status).toBe(409)
  const { claim: text } = pairWire.parse(await (await give(url, code)).json())
  expect((await confirm()).status).toBe(409)
  expect(
    (await call(`${url}/v1/pairings/${id}/nonce`, 'POST', OTHER.adminToken, { nonce: one })).status,
  ).toBe(404)
  expect((await answer(one)).status).toBe(204)
  // Sent again after its answer was lost.
  expect((await answer(one)).status).toBe(204)
  expect((await answer(other)).status).toBe(409)
  expect((await confirm()).status).toBe(409)
  const revealed = stateOf(url, id, '?wait=25&state=answered')
  const waiting = reveal(text, one)
  expect((await revealed).key?.nonce).toBe(one)
  const again = reveal(text, other)
  expect((await confirm()).status).toBe(200)
  expect((await stateOf(url, id)).key?.nonce).toBe(one)
  await Promise.all([waiting, again])
})

test('only an administrator sees the secrets, makes codes and revokes; a PC may leave by itself', async () => {
  const { url } = await startRelay()
  const one = await pairDevice(url, 'PC 1')
  const two = await pairDevice(url, 'PC 2')
  const office = async (as: string) =>
    officeWire.parse(await (await call(`${url}/v1/office`, 'GET', as)).json())
  expect((await office(one.token)).inbox).toEqual({
    url: `${url}/in/${OFFICE.inboxKey}`,
    header: OFFICE.header,
    mode: 'enforce',
  })
  expect((await office(two.token)).inbox).toBeNull()
  expect((await call(`${url}/v1/pairings`, 'POST', two.token)).status).toBe(403)
  expect((await call(`${url}/v1/office/rotate`, 'POST', two.token)).status).toBe(403)
  expect((await call(`${url}/v1/office`, 'DELETE', one.token)).status).toBe(403)
  expect((await call(`${url}/v1/devices/${one.deviceId}`, 'DELETE', two.token)).status).toBe(403)
  expect((await call(`${url}/v1/devices/${one.deviceId}`, 'DELETE', OTHER.adminToken)).status).toBe(404)
  expect((await call(`${url}/v1/devices/${two.deviceId}`, 'DELETE', two.token)).status).toBe(204)
  expect((await call(`${url}/v1/events`, 'GET', two.token)).status).toBe(401)
  expect((await call(`${url}/v1/events`, 'GET', one.token)).status).toBe(200)
})

test('a refusal reaches the PC, and a code without a confirmation expires', async () => {
  const clock = createFakeClock()
  const { url } = await startRelay({ clock })
  const refused = await newCode(url)
  const { claim: text } = pairWire.parse(await (await give(url, refused.code)).json())
  expect((await call(`${url}/v1/pairings/${refused.id}/refuse`, 'POST', token)).status).toBe(200)
  const answer = await claim(url, text)
  expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'refused' }])

  const late = await newCode(url)
  clock.advance(10 * MINUTE)
  expect((await give(url, late.code)).status).toBe(404)
  expect((await stateOf(url, late.id)).state).toBe('expired')
  expect((await call(`${url}/v1/pairings/${late.id}/confirm`, 'POST', token)).status).toBe(409)
  expect((await call(`${url}/v1/pairings/${late.id}`, 'GET', OTHER.adminToken)).status).toBe(404)
  expect((await claim(url, 'nothing')).status).toBe(404)
})

test('a store that fails while a PC is given its token leaves no PC behind, and the claim is good for another try', async () => {
  const { url, relay } = await startRelay()
  const pairing = await newPairing(askAs(url))
  const pc = await givePc(url, pairing, 'PC 1')
  const { claim: text } = pc
  const revealed = pc.end()
  await comparePairing(askAs(url), pairing)
  const { reader } = relay.store
  const { findOffice, listPlaces } = reader
  reader.listPlaces = async () => Promise.reject(new Error('the store fails'))
  expect((await call(`${url}/v1/pairings/${pairing.id}/confirm`, 'POST', token)).status).toBe(200)
  expect((await revealed).answer.status).toBe(500)
  reader.listPlaces = listPlaces
  reader.findOffice = async () => Promise.reject(new Error('the store fails'))
  expect((await claim(url, text)).status).toBe(500)
  reader.findOffice = findOffice
  const devicesOf = async () =>
    devicesWire.parse(await (await call(`${url}/v1/devices`, 'GET', token)).json()).devices
  expect(await devicesOf()).toEqual([])
  const answer = await claim(url, text)
  expect(answer.status).toBe(200)
  const given = claimWire.parse(await answer.json())
  expect((await devicesOf()).map((device) => device.id)).toEqual([given.deviceId])
  expect((await call(`${url}/v1/events`, 'GET', given.token)).status).toBe(200)
})

test('a code is worth five tries, and another that is open is not hurt by them', async () => {
  const clock = createFakeClock()
  const { url } = await startRelay({ clock })
  const [tried, other] = [await newCode(url), await newCode(url)]
  for (let index = 0; index < 5; index++) {
    expect((await give(url, otherThan(tried.code))).status).toBe(404)
    clock.advance(10_000)
  }
  expect((await give(url, tried.code)).status).toBe(404)
  expect((await stateOf(url, tried.id)).state).toBe('expired')
  clock.advance(10_000)
  expect((await give(url, other.code)).status).toBe(202)
})

test.each([
  [
    '90 addresses of one network of a customer (/64)',
    (index: number) => `2001:db8:1:2::${index.toString(16)}`,
  ],
  ['90 such networks of one provider (/48)', (index: number) => `2001:db8:1:${index.toString(16)}::1`],
  ['90 such networks in as many ranges', (index: number) => `2001:db8:${index.toString(16)}::1`],
])('wrong codes from %s keep no PC elsewhere from pairing', async (_from, addressOf) => {
  const { relay, url } = await startRelay({ clock: createFakeClock() })
  const { code } = await newCode(url)
  const giveFrom = async (from: string, text: string) => {
    const { body: payload } = newPc(text, 'PC')
    const headers = { 'x-forwarded-for': from }
    return (await relay.app.inject({ method: 'POST', url: '/v1/pair', payload, headers })).statusCode
  }
  const wrong = code.startsWith('0000') ? '1111-1111' : '0000-1111'
  for (let index = 1; index <= 90; index++) await giveFrom(addressOf(index), wrong)
  expect(await giveFrom('203.0.113.9', code)).toBe(202)
})

test('addresses of one network that guess are one caller, however they are written', async () => {
  const { relay } = await startRelay({ clock: createFakeClock() })
  const statuses = async (addressOf: (index: number) => string) => {
    const given: number[] = []
    for (let index = 0; index < 12; index++) {
      const { body: payload } = newPc('0000-1111', 'PC')
      const headers = { 'x-forwarded-for': addressOf(index) }
      given.push((await relay.app.inject({ method: 'POST', url: '/v1/pair', payload, headers })).statusCode)
    }
    return given
  }
  const tenThen = [...Array.from({ length: 10 }, () => 404), 429, 429]
  expect(await statuses((index) => `2001:db8:9:9::${index}`)).toEqual(tenThen)
  expect(await statuses((index) => (index % 2 === 0 ? '203.0.113.7' : '::ffff:203.0.113.7'))).toEqual(tenThen)
})

/** `npm run test:full` makes as many as the plan says. */
const GUESSES = process.env['FULL'] === '1' ? 100_000 : 2_000

test('guesses are stopped at ten a minute, however many', async () => {
  const clock = createFakeClock()
  const { url, relay } = await startRelay({ clock })
  const { code } = await newCode(url)
  const { publicKey } = newKeyPair()
  const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
  const counts = new Map<number, number>()
  for (let guess = 0; guess < GUESSES; guess++) {
    let rest = guess * 7_919
    const letters = Array.from({ length: 8 }, () => {
      const letter = alphabet[rest % 32]
      rest = Math.floor(rest / 32)
      return letter
    }).join('')
    const { body: payload } = newPc(`${letters.slice(0, 4)}-${letters.slice(4)}`, 'x', publicKey)
    if (payload.code === code) continue
    const { statusCode } = await relay.app.inject({ method: 'POST', url: '/v1/pair', payload })
    counts.set(statusCode, (counts.get(statusCode) ?? 0) + 1)
  }
  expect(counts.get(404)).toBe(10)
  expect(new Set(counts.keys())).toEqual(new Set([404, 429]))
}, 600_000)
