import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { statusFailure, transportFailure } from '#electron/core/api/failures.ts'
import { parseSearch } from '#electron/core/features/lookup/lookup.rules.ts'
import { redact } from '#electron/core/runtime/log.ts'
import { csvCell, plainCell } from '#electron/core/runtime/spreadsheets.ts'

describe('log lines', () => {
  test.each([
    ['Authorization: Bearer abc.def-123', 'abc.def-123'],
    ['GET /v1/reports/1/download?token=s3cr3t&x=1', 's3cr3t'],
    ['lookup of 1234 BCD failed', '1234 BCD'],
    ['lookup of c1234bcd failed', 'c1234bcd'],
    ['plate M-1234-AB', 'M-1234-AB'],
    ['vin VSSZZZ5FZHR000417 twice', 'VSSZZZ5FZHR000417'],
    ['signer 12345678Z and B12345674', '12345678Z'],
    ['signer 12345678Z and B12345674', 'B12345674'],
  ])('%s loses %s', (line, secret) => {
    expect(redact(line)).not.toContain(secret)
  })

  test('ordinary words are left alone', () => {
    expect(redact('store: history took 312 ms (HTTP 503)')).toBe('store: history took 312 ms (HTTP 503)')
  })
})

describe('cells of a CSV', () => {
  const contentOf = (cell: string) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell)
  const skipped = [
    ...' \t\n\r\0\x0B\f\x85\u00A0\u2003\u3000\u2028',
    ...'\uFEFF\u200B\u200E\u202E\u2066\u00AD\u034F\uFE0F\uE000',
  ]
  const formula = ['=', '+', '-', '@', '\uFF1D', '\uFF0B', '\uFF0D', '\uFF20', '\uFE66', '\uFE62', '\u207A']

  test('a formula is marked, whatever stands before its first character', () => {
    const before = fc.array(fc.constantFrom(...skipped), { maxLength: 4 }).map((all) => all.join(''))
    const rest = fc.string({ unit: 'grapheme' })
    fc.assert(
      fc.property(before, fc.constantFrom(...formula), rest, (lead, sign, tail) => {
        const value = `${lead}${sign}x${tail}`
        expect(contentOf(csvCell(value))).toBe(`'${value}`)
      }),
    )
  })

  test.each(['\tx', '\rx', '\nx', '\x00x'])('a control character at the beginning is marked: %j', (value) => {
    expect(contentOf(csvCell(value))).toBe(`'${value}`)
  })

  test.each([
    '-12',
    '-12,50',
    '-1.234,50',
    '12',
    '612 34 56 78',
    'C/ Mayor, 3 - 2.º B',
    'ana@gestoria.es',
    ' Ana',
    'Íñigo',
    '',
  ])('a plain value stays as it is: %s', (value) => {
    expect(csvCell(value)).toBe(value)
  })

  test('a telephone keeps its prefix, which a spreadsheet would take for a sum', () => {
    expect(csvCell('+34612345678')).toBe(`'+34612345678`)
  })

  test('every cell is read back as it was', () => {
    const unit = fc.constantFrom(...skipped, ...formula, "'", '"', ';', '1', 'a', ',')
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit })), (value) => {
        const cell = csvCell(value)
        if (!cell.startsWith('"')) expect(cell).not.toMatch(/[;\r\n"]/)
        expect(plainCell(contentOf(cell))).toBe(value)
      }),
    )
  })
})

describe('what is typed in a search box', () => {
  test.each([
    ['', { kind: 'all' }],
    ['  - ', { kind: 'all' }],
    ['12', { kind: 'fragment', fragment: '12' }],
    ['1234', { kind: 'words', match: '("1234")' }],
    ['1234 bcd', { kind: 'words', match: '("1234BCD") OR ("1234" AND "bcd")' }],
    ['m-1234-ab', { kind: 'words', match: '("M1234AB")' }],
    ['citroen c4', { kind: 'words', match: '("CITROENC4") OR ("citroen")' }],
  ])('%j', (typed, search) => {
    expect(parseSearch(typed)).toEqual(search)
  })
})

describe('failures of the service', () => {
  const now = Date.UTC(2026, 10, 20)
  test.each([
    [400, 'rejected', false],
    [401, 'unauthorized', false],
    [403, 'rejected', false],
    [404, 'not-found', false],
    [422, 'rejected', false],
    [429, 'rate-limited', true],
    [500, 'service-failed', true],
    [503, 'service-failed', true],
  ])('HTTP %d is %s', (status, code, retryable) => {
    expect(statusFailure(status, undefined, undefined, now)).toMatchObject({ code, retryable })
  })

  test('Retry-After in seconds, as a date, beyond reason, and nonsense', () => {
    const after = (header: string) => statusFailure(503, undefined, header, now).retryAfterMs
    expect(after('30')).toBe(30_000)
    expect(after(new Date(now + 60_000).toUTCString())).toBe(60_000)
    expect(after('99999999')).toBe(3_600_000)
    expect(after(new Date(now - 60_000).toUTCString())).toBe(0)
    expect(after('mañana')).toBeUndefined()
  })

  test.each([
    [Object.assign(new Error('x'), { code: 'ECONNREFUSED' }), 'unreachable'],
    [Object.assign(new Error('x'), { code: 'UND_ERR_CONNECT_TIMEOUT' }), 'timeout'],
    [Object.assign(new Error('x'), { code: 'UND_ERR_RES_EXCEEDED_MAX_SIZE' }), 'answer-too-large'],
    [Object.assign(new Error('x'), { code: 'HPE_INVALID_CONSTANT' }), 'bad-answer'],
    [new Error('x', { cause: Object.assign(new Error('y'), { code: 'ENOTFOUND' }) }), 'unreachable'],
    ['a string', 'unreachable'],
  ])('%s', (error, code) => {
    expect(transportFailure(error).code).toBe(code)
  })
})
