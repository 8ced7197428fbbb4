import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ManagedProblem } from '#shared/bridge/managed.ts'
import { MANAGED_KEYS } from '#shared/bridge/settings.ts'
import { readManagedFile } from '#electron/core/features/managed-settings/sources.ts'

const read = (text: string) => readManagedFile(text, 'system-file', '/etc/ventanilla/administrador.json')
const brief = (problems: readonly ManagedProblem[]) =>
  problems.map(({ why, key, line, column }) => [why, key, line, column])

/** A right value of every setting. */
const RIGHT = {
  'service.addresses': ['https://api.operador.example'],
  accounts: [{ name: 'Gestoría Ribera', environment: 'production', address: 'https://api.operador.example' }],
  'relay.address': 'https://rele.oficina.example',
  'updates.mode': 'ask',
  'updates.feed': 'https://servidor.oficina.example/ventanilla/',
  'updates.channel': 'stable',
  'lock.pinRequired': true,
  'lock.idleMinutes': 10,
  'lock.withSystem': true,
  'retention.visibleDays': 120,
  'retention.blockedDays': 1_460,
  'quickLookup.shortcut': 'CommandOrControl+Shift+K',
  'quickLookup.readClipboard': false,
  'extension.allowed': false,
  'demo.offered': false,
} as const
const WRONG = [42.5, 'no sense', {}, [{}], 1e12, -1]

describe('a file that is right', () => {
  test('has every setting taken, mandatory', () => {
    const { mandatory, problems, isWhole } = read(JSON.stringify({ mandatory: RIGHT }, null, 2))
    expect({ mandatory, problems, isWhole }).toEqual({ mandatory: RIGHT, problems: [], isWhole: true })
    expect(Object.keys(RIGHT).toSorted()).toEqual([...MANAGED_KEYS].toSorted())
  })

  test('may have comments, trailing commas, a mark of its encoding and the line ends of Windows', () => {
    const text = '\uFEFF{\r\n  // de la oficina\r\n  "recommended": { "lock.idleMinutes": 5, }\r\n}\r\n'
    const { recommended, problems } = read(text)
    expect({ recommended, problems }).toEqual({ recommended: { 'lock.idleMinutes': 5 }, problems: [] })
  })

  test('has its addresses as the forms read them', () => {
    const { mandatory } = read('{"mandatory":{"relay.address":" rele.oficina.example/v1/ "}}')
    expect(mandatory).toEqual({ 'relay.address': 'https://rele.oficina.example' })
  })
})

describe('a file that is wrong in part', () => {
  test('names each part with its place, and has the rest taken', () => {
    const { mandatory, recommended, unread, isWhole, problems } = read(`{
  "mandatory": {
    "lock.idleMinutes": 500,
    "lock.idelMinutes": 5,
    "retention.visibleDays": 90,
    "apiKey": "not-to-be-told"
  },
  "recommended": {
    "extension.allowed": false,
    "quickLookup.shortcut": null
  }
}`)
    expect(brief(problems)).toEqual([
      ['wrong-value', 'lock.idleMinutes', 3, 5],
      ['unknown-key', 'lock.idelMinutes', 4, 5],
      ['secret', 'apiKey', 6, 5],
      ['only-mandatory', 'extension.allowed', 9, 5],
    ])
    expect(mandatory).toEqual({ 'retention.visibleDays': 90 })
    expect(recommended).toEqual({ 'quickLookup.shortcut': null })
    expect({ unread, isWhole }).toEqual({ unread: ['lock.idleMinutes'], isWhole: true })
    expect(JSON.stringify(problems)).not.toContain('not-to-be-told')
  })

  test('has the right lines of a list taken', () => {
    const { mandatory, problems } = read(
      '{"mandatory":{"service.addresses":["https://one.example",\n"http://other.example"]}}',
    )
    expect(mandatory).toEqual({ 'service.addresses': ['https://one.example'] })
    expect(brief(problems)).toEqual([['wrong-value', 'service.addresses[1]', 2, 1]])
  })

  test('has neither of two values of the same setting taken', () => {
    const { mandatory, unread } = read('{"mandatory":{"lock.idleMinutes":5,"lock.idleMinutes":50}}')
    expect({ mandatory, unread }).toEqual({ mandatory: {}, unread: ['lock.idleMinutes'] })
  })

  test('is not whole where a group is unknown, twice, or no group', () => {
    for (const text of [
      '{"mandatori":{}}',
      '{"mandatory":{},"mandatory":{}}',
      '{"mandatory":[]}',
      '[]',
      '',
      '7',
    ])
      expect([text, read(text).isWhole]).toEqual([text, false])
  })

  test('has what can be told apart of a broken syntax taken', () => {
    const { mandatory, isWhole, problems } = read(
      '{\n "mandatory": {\n  "lock.idleMinutes": 5\n  "lock.withSystem": true\n',
    )
    expect(mandatory).toMatchObject({ 'lock.idleMinutes': 5 })
    expect(isWhole).toBe(false)
    expect(problems[0]).toMatchObject({ why: 'not-json', line: 4, column: 3 })
  })
})

describe('for any file', () => {
  test('reading never throws, and takes nothing that the schema does not allow', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), fc.string({ unit: 'binary' })), (text) => {
        const { mandatory, recommended, isWhole, problems } = read(text)
        expect(mandatory).toEqual({})
        expect(recommended).toEqual({})
        expect(isWhole || problems.length > 0).toBe(true)
      }),
    )
  })

  test('any mixture of right and wrong values: the right ones are taken, each wrong one is named', () => {
    const choice = fc.constantFrom('right', 'wrong', 'absent')
    const choices = fc.record(Object.fromEntries(MANAGED_KEYS.map((key) => [key, choice])))
    fc.assert(
      fc.property(choices, fc.nat(), (chosen, seed) => {
        const named = (kind: string) => MANAGED_KEYS.filter((key) => chosen[key] === kind)
        const group = Object.fromEntries([
          ...named('right').map((key) => [key, RIGHT[key]]),
          ...named('wrong').map((key, at) => [key, WRONG[(seed + at) % WRONG.length]]),
        ])
        const { mandatory, unread, isWhole, problems } = read(JSON.stringify({ mandatory: group }))
        expect(Object.keys(mandatory).toSorted()).toEqual(named('right').toSorted())
        expect([...unread].toSorted()).toEqual(named('wrong').toSorted())
        expect(problems.length).toBe(unread.length)
        expect(isWhole).toBe(true)
      }),
    )
  })

  test('cut anywhere: what is taken is what was written, and the cut is never silent', () => {
    const whole = JSON.stringify({ mandatory: RIGHT }, null, 2)
    fc.assert(
      fc.property(fc.nat(whole.length - 1), (at) => {
        const { mandatory, unread, isWhole, problems } = read(whole.slice(0, at))
        expect(isWhole).toBe(false)
        expect(problems.length).toBeGreaterThan(0)
        // The last value may be cut too: a list is then shorter, and a number or a text another one.
        const last = Object.keys(mandatory).at(-1)
        for (const [key, value] of Object.entries(mandatory))
          if (key !== last) expect(value).toEqual(RIGHT[key as keyof typeof RIGHT])
        expect(unread.length).toBeLessThanOrEqual(1)
      }),
      { numRuns: 300 },
    )
  })

  test('nested without end does not exhaust the stack', () => {
    const { isWhole } = read(`{"mandatory":${'['.repeat(100_000)}`)
    expect(isWhole).toBe(false)
  })
})
