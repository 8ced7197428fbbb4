import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createLog, redact } from '#electron/core/runtime/log.ts'
import { displayPlate } from '#shared/domain/plates/classify.ts'
import { provinces, DIPLOMATIC_CODES, GROUP_LETTERS, prefixSeries } from '#shared/domain/plates/series.ts'

const CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const DIGITS = '0123456789'
const chars = (from: string, min: number, max = min) =>
  fc.string({ unit: fc.constantFrom(...from), minLength: min, maxLength: max })
const join = (...parts: fc.Arbitrary<string>[]) => fc.tuple(...parts).map((texts) => texts.join(''))
const cased = (texts: fc.Arbitrary<string>) =>
  fc.tuple(texts, fc.boolean()).map(([text, small]) => (small ? text.toLowerCase() : text))

const plate = join(fc.constantFrom('', ...prefixSeries.keys()), chars(DIGITS, 4), chars(GROUP_LETTERS, 3))
const provincial = join(fc.constantFrom(...provinces.keys()), chars(DIGITS, 4), chars(CAPITALS, 1, 2))
const diplomatic = join(fc.constantFrom(...DIPLOMATIC_CODES), chars(DIGITS, 5, 6))
const oldest = join(fc.constantFrom(...provinces.keys()), chars(DIGITS, 4, 6))
const asWritten = (vrm: string) => [vrm, displayPlate(vrm), displayPlate(vrm).replaceAll(' ', '-')]
const anyPlate = fc
  .oneof(plate, provincial, diplomatic, oldest)
  .chain((vrm) => cased(fc.constantFrom(...asWritten(vrm))))

/** As in the standard: with no I, O or Q, and always with a digit. */
const vin = cased(
  join(chars('ABCDEFGHJKLMNPRSTUVWXYZ', 3), chars('ABCDEFGHJKLMNPRSTUVWXYZ0123456789', 8), chars(DIGITS, 6)),
)
const separated = (number: string) => [
  number,
  `${number.slice(0, -1)}-${number.slice(-1)}`,
  `${number.slice(0, 2)}.${number.slice(2, 5)}.${number.slice(5, 8)}-${number.slice(8)}`,
]
const nif = join(chars(DIGITS, 8), chars(CAPITALS, 1)).chain((number) =>
  cased(fc.constantFrom(...separated(number))),
)
const nie = cased(join(fc.constantFrom('X', 'Y', 'Z', 'K', 'L', 'M'), chars(DIGITS, 7), chars(CAPITALS, 1)))
const company = cased(join(chars('ABCDEFGHJNPQRSUVW', 1), chars(DIGITS, 7), chars(`${DIGITS}ABCDEFGHIJ`, 1)))
const phone = fc
  .tuple(fc.constantFrom('', '+34', '+34 ', '0034 '), chars('6789', 1), chars(DIGITS, 8), fc.boolean())
  .map(([prefix, first, rest, spaced]) => {
    const number = first + rest
    return prefix + (spaced ? (number.match(/.{3}/g) ?? []).join(' ') : number)
  })
const email = join(
  chars('abcdefghijklmnopqrstuvwxyz._', 2, 12).filter((text) => /^[a-z].*[a-z]$/.test(text)),
  fc.constant('@'),
  chars('abcdefghijklmnopqrstuvwxyz', 3, 10),
  fc.constantFrom('.es', '.com', '.eus'),
)
const iban = join(fc.constant('ES'), chars(DIGITS, 22)).chain((number) =>
  fc.constantFrom(number, (number.match(/.{1,4}/g) ?? []).join(' ')),
)
const bareKey = fc
  .string({
    unit: fc.constantFrom(...CAPITALS, ...CAPITALS.toLowerCase(), ...DIGITS, '-', '_'),
    minLength: 24,
    maxLength: 60,
  })
  .filter((key) => /\d/.test(key) && /[A-Za-z]/.test(key))
/** Any key an operator may issue: its context identifies it. */
const anyKey = fc.string({
  unit: fc.constantFrom(
    ...Array.from({ length: 94 }, (_, at) => String.fromCharCode(33 + at)).filter(
      (c) => !'"\'\\`'.includes(c),
    ),
  ),
  minLength: 8,
  maxLength: 60,
})
const person = fc
  .tuple(fc.constantFrom('Ana', 'José Ángel', 'MARÍA'), fc.constantFrom('García Pérez', 'Núñez', 'DE LA O'))
  .map((names) => names.join(' '))

const before = fc.constantFrom('', 'bridge: ', 'store: the row of ', 'no (', 'a\nb ', '[', 'id=', '¿')
const after = fc.constantFrom(
  '',
  ' failed',
  ') again',
  ',',
  '.',
  ': no',
  ']\n    at run (file:///x/y.ts:1:2)',
)

const loses = (secret: fc.Arbitrary<string>, line: (secret: string) => string = (text) => text) =>
  fc.assert(
    fc.property(secret, before, after, (text, lead, tail) => {
      expect(redact(lead + line(text) + tail)).not.toContain(text)
    }),
    { numRuns: 300 },
  )

describe('a line of the log loses', () => {
  test.each([
    ['plates', anyPlate],
    ['chassis numbers', vin],
    ['NIFs', nif],
    ['NIEs', nie],
    ['NIFs of companies', company],
    ['telephone numbers', phone],
    ['addresses of e-mail', email],
    ['bank accounts', iban],
    ['keys and tokens', bareKey],
  ])('%s', (_what, secret) => loses(secret))

  test.each<[string, (key: string) => string]>([
    ['a header', (key) => `Authorization: Bearer ${key}`],
    ['a scheme', (key) => `bearer ${key}`],
    ['a header in JSON', (key) => `{"authorization":"Bearer ${key}"}`],
    ['a field in JSON', (key) => `{"apiKey":"${key}"}`],
    ['a cookie', (key) => `cookie: ventanilla=${key}`],
    ['a quoted text', (key) => `cannot use "${key} "`],
  ])('a key of any form, in %s', (_where, line) => loses(anyKey, line))

  test('what follows the path of an address, and who it is of', () => {
    loses(
      bareKey,
      (token) => `GET https://files.example/v1/reports/a.pdf?X-Amz-Signature=${token}&x=1 failed`,
    )
    loses(bareKey, (token) => `at http://v0123.localhost:4000/enter#${token}`)
    loses(
      chars('abcdefghijklmnopqrstuvwxyz', 6, 9),
      (user) => `proxy http://${user}:${user}@proxy.example:3128 refused`,
    )
  })

  test('names that something quotes', () => {
    loses(person, (name) => `Unexpected token 'A', "{"name":"${name}"... is not valid JSON`)
    loses(person, (name) => `Unexpected token '${name[0]}', ..."${name}" is not valid JSON`)
    loses(person, (name) => `no signer called "${name}"`)
    loses(person, (name) => `no signer called '${name}'`)
    loses(person, (name) => `no signer called «${name}»`)
  })

  test.each([
    ['/home/mgarcia/.local/share/Ventanilla/x.ts', 'mgarcia'],
    ['C:\\Users\\María José\\AppData\\x', 'María'],
    ['file:///Users/ana.perez/x', 'ana.perez'],
  ])('the name of the user of the PC: %s', (path, name) => {
    expect(redact(`ENOENT: no such file, open '${path}'`)).not.toContain(name)
    expect(redact(path)).not.toContain(name)
  })
})

test('what is left is of use: the words of the program, its files, its codes', () => {
  for (const line of [
    'store: history took 312 ms (HTTP 503)',
    'service sidecar: ended (SIGKILL), starting it again',
    'connect ECONNREFUSED 192.168.100.200:3128',
    "Cannot read properties of undefined (reading 'length')",
    '    at createStore (file:///work/electron/core/store/store.ts:120:13)',
    'SQLITE_CONSTRAINT_UNIQUE: UNIQUE constraint failed: contacts.id_number',
    "ENOSPC: no space left on device, write '/data/demo/ventanilla.db'",
  ])
    expect(redact(line)).toBe(line)
})

test('no text, however strange, breaks it; and twice is as once', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
      const once = redact(text)
      expect(redact(once)).toBe(once)
    }),
    { numRuns: 500 },
  )
})

test('everything that is logged goes through it: message, error and the cause of it', () => {
  const lines: string[] = []
  const log = createLog(
    (line) => lines.push(line),
    () => 0,
  )
  const secret = 'about 1234 BCD'
  log.info(secret)
  log.warn(secret)
  log.error(secret, new Error(secret, { cause: new Error(secret) }))
  log.error('text', secret)
  expect(lines).toHaveLength(4)
  expect(lines.join('\n')).not.toContain('1234 BCD')
  expect(lines.join('\n')).toContain('caused by')
})

test('a text of any length is read in a time in proportion to it', () => {
  for (const run of ['a', 'a.', 'a-', '.', '1', 'key', 'a@', ' '])
    expect(redact(`${run.repeat(300_000)}!`).length).toBeGreaterThan(1)
})
