import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanAnswer, cleanLine, FIELD_LIMITS } from '#shared/api/wire-fields.ts'
import { procedureSchema } from '#shared/api/procedure.ts'
import { changeText } from '#shared/text/notifications.ts'
import { parseResourceEvent } from '#electron/core/features/changes/events.rules.ts'
import { cleanStored } from '#electron/core/store/stored-json.rules.ts'

const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{DI}\u2028\u2029]/u
const HOSTILE = [
  '\u202E',
  '\u2066',
  '\u200B',
  '\u00AD',
  '\uFEFF',
  '\0',
  '\u0085',
  '\u2028',
  '\n',
  '\r',
  '\x1b',
  '\u{E0041}',
  '\uD800',
  '\u3164',
  '\u3000',
]
const text = fc
  .array(fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'grapheme', maxLength: 5 })), {
    maxLength: 30,
  })
  .map((parts) => parts.join(''))
const names = fc.constantFrom(
  'name',
  'description',
  'status',
  'statusDescription',
  'fullname',
  'owner',
  'brand',
  'authority',
)
const body = fc.dictionary(
  names,
  fc.oneof(text, fc.array(text), fc.record({ label: text }), fc.integer(), fc.boolean(), fc.constant(null)),
)

const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, field]) => [key, ...textsIn(field)])
      : []

test('no text of an answer has what nobody sees, nor a line break, nor more than its limit', () => {
  fc.assert(
    fc.property(body, (answer) => {
      const cleaned = cleanAnswer(answer)
      for (const one of textsIn(cleaned)) {
        expect(one).not.toMatch(HIDDEN)
        expect(one).toBe(one.trim())
        expect([...one].length).toBeLessThanOrEqual(FIELD_LIMITS.text)
      }
      // Clean stays as it is, and stored is cleaned alike.
      expect(cleanAnswer(cleaned)).toEqual(cleaned)
      expect(JSON.parse(cleanStored(JSON.stringify(answer)))).toEqual(
        cleanAnswer(JSON.parse(JSON.stringify(answer))),
      )
    }),
  )
})

test('words in any alphabet, with their accents and marks, stay as they are', () => {
  const words = [
    'José María Ñúñez',
    'Jose\u0301',
    '李小龍',
    'Ελένη',
    'Škoda Łódź',
    '8.250,50 €',
    'محمد',
    '👍',
    'a\u00A0b',
  ]
  for (const word of words) expect(cleanAnswer({ name: word })).toEqual({ name: word })
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'abcñÁü 0€') }), (plain) => {
      const line = plain.replace(/ {2,}/g, ' ').trim()
      expect(cleanLine(line, 1_000)).toBe(line)
    }),
  )
})

test('ids and links are exact: kept byte by byte, or left out, never altered', () => {
  const exact = {
    id: 'p-1/a b%20',
    documentId: 'd:1',
    downloadUrl: 'https://x.example/a?token=Zm9v%0A',
    path: '/v1/x',
  }
  expect(cleanAnswer(exact)).toEqual(exact)
  fc.assert(
    fc.property(text, (value) => {
      const { id, webUrl } = cleanAnswer({ id: value, webUrl: value }) as Record<string, unknown>
      for (const one of [id, webUrl]) expect([undefined, value]).toContain(one)
    }),
  )
  for (const id of ['a\u202Eb', 'a\nb', 'x'.repeat(FIELD_LIMITS.id + 1), 'a\0'])
    expect(cleanAnswer({ id, incidents: [{ incidentId: id }] })).toEqual({ incidents: [{}] })
  expect(procedureSchema.safeParse(cleanAnswer({ id: 'a\u202Eb', status: 'DONE' })).success).toBe(false)
})

test('a notification of a hostile incident is one line of a bearable length', () => {
  const description = `\u202Egpj.exe \n\nTu PIN es necesario \0${'x'.repeat(3_000)}`
  const event = parseResourceEvent(
    {
      event: 'procedure.incident.added',
      data: { id: 'p', incidentType: `\u200B${'y'.repeat(300)}\n`, status: 'a\nb', description },
    },
    0,
  )
  const { incidents } = procedureSchema.parse(
    cleanAnswer({ id: 'p', status: 'BLOCKED', incidents: [{ description }] }),
  )
  const told = {
    kind: 'procedure' as const,
    id: 'p',
    subject: { vrm: '1234BBB' },
    event: 'procedure.incident.added',
  }
  for (const detail of [
    event?.sourceEvent.detail ?? {},
    { description: incidents?.[0]?.description ?? '' },
  ]) {
    const { title, body: next } = changeText({ ...told, detail })
    expect(title + next).not.toMatch(HIDDEN)
    expect(title.length).toBeLessThan(150)
  }
})

test('a name that is long enough to be cut says so', () => {
  expect(cleanAnswer({ status: 'S'.repeat(500) })).toEqual({ status: `${'S'.repeat(99)}…` })
})
