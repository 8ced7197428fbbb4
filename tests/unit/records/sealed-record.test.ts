import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newKeyPair } from '#shared/sealing/sealed-box.ts'
import { keyIdOf, openRecord, recordIdOf, sealRecord } from '#shared/sealing/sealed-record.ts'

const key = { id: 'key-1', ...newKeyPair() }
/** Any code point. Lone surrogates too, which UTF-8 replaces. */
const character = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code))
const secret = randomBytes(32)
const id = recordIdOf(secret, 'case', 'p1')

test('what one PC seals another opens, and no length tells the content', () => {
  fc.assert(
    fc.property(fc.string({ unit: character, maxLength: 300 }), (content) => {
      const body = sealRecord(key, id, content)
      expect(keyIdOf(body)).toBe('key-1')
      expect(openRecord(key, id, body)).toBe(Buffer.from(content).toString())
    }),
  )
  expect(sealRecord(key, id, 'a').length).toBe(sealRecord(key, id, 'a'.repeat(60)).length)
  expect(sealRecord(key, id, 'a')).not.toBe(sealRecord(key, id, 'a'))
})

test('a body of another record, of another key, or changed at any place does not open', () => {
  const body = sealRecord(key, id, 'Autos Lozano')
  expect(() => openRecord(key, recordIdOf(secret, 'case', 'p2'), body)).toThrow('authenticate')
  expect(() => openRecord({ ...newKeyPair(), id: key.id }, id, body)).toThrow('authenticate')
  expect(() => openRecord({ ...key, id: 'key-2' }, id, body.replace('key-1', 'key-2'))).toThrow(
    'authenticate',
  )
  const start = key.id.length + 1
  fc.assert(
    fc.property(fc.nat(body.length - start - 2), (at) => {
      const bytes = Buffer.from(body.slice(start), 'base64url')
      bytes[at % bytes.length]! ^= 1
      expect(() => openRecord(key, id, `key-1.${bytes.toString('base64url')}`)).toThrow('authenticate')
    }),
  )
  expect(() => openRecord(key, id, 'key-1.')).toThrow('too short')
})

test('ids tell apart kinds, names and offices', () => {
  const ids = [
    id,
    recordIdOf(secret, 'case', 'p2'),
    recordIdOf(secret, 'contact', 'p1'),
    recordIdOf(randomBytes(32), 'case', 'p1'),
  ]
  expect(new Set(ids).size).toBe(4)
  expect(ids.every((each) => /^[\w-]{43}$/.test(each))).toBe(true)
})
