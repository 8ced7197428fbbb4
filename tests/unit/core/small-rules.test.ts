import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { statusFailure, transportFailure } from '#electron/core/api/failures.ts'
import { matchExpression } from '#electron/core/db/search-words.ts'
import { redact } from '#electron/core/log/log.ts'
import { csvCell } from '#electron/core/csv.ts'

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
  test('no cell can start a formula, and every cell is read back as it was', () => {
    fc.assert(
      fc.property(fc.string(), (value) => {
        const cell = csvCell(value)
        const content = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell
        expect(content).not.toMatch(/^[=+\-@\t\r]/)
        expect(content === value || content === `'${value}`).toBe(true)
        if (!cell.startsWith('"')) expect(cell).not.toMatch(/[;\r\n"]/)
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
    expect(matchExpression(typed)).toEqual(search)
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
