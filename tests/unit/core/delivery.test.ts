import { describe, expect, test } from 'vitest'
import {
  NOTHING_SENT,
  proxyFailure,
  statusFailure,
  transportFailure,
  wasNotDone,
} from '#electron/core/api/failures.ts'
import { appError, ERROR_CODES, type ErrorCode } from '#shared/bridge/result.ts'

/** Errors of a paid request that prove that nothing was done. */
const CERTAIN: readonly ErrorCode[] = [
  'unauthorized',
  'not-found',
  'wrong-service',
  'rejected',
  'rate-limited',
  'proxy-refused',
  'proxy-login',
  'service-stopped',
  'key-missing',
  // The key is only sent to its own address.
  'address-changed',
]

test('every code of the table is one or the other, and those unknown to this list are uncertain', () => {
  expect(ERROR_CODES.filter((code) => wasNotDone(appError(code)))).toEqual(
    ERROR_CODES.filter((code) => CERTAIN.includes(code)),
  )
})

describe('an HTTP status', () => {
  const outcome = (status: number) => wasNotDone(statusFailure(status, undefined, undefined, 0))

  test('a refusal of the service proves that nothing was done', () => {
    const refusals = Array.from({ length: 100 }, (_, i) => 400 + i).filter((status) => status !== 408)
    expect(refusals.filter((status) => !outcome(status))).toEqual([])
  })

  test('anything else does not: 408, every 5xx, and what is neither a yes nor a no', () => {
    const others = [
      ...Array.from({ length: 100 }, (_, i) => 500 + i),
      408,
      100,
      204,
      300,
      301,
      302,
      303,
      304,
      307,
    ]
    expect(others.filter(outcome)).toEqual([])
  })
})

describe('an exception of the connection', () => {
  const broken = (code: string, message = '') => Object.assign(new Error(message), { code })

  test.each([...NOTHING_SENT])('%s came before the first byte left', (code) => {
    expect(wasNotDone(transportFailure(broken(code)))).toBe(true)
    expect(wasNotDone(transportFailure(new Error('fetch failed', { cause: broken(code) })))).toBe(true)
    expect(wasNotDone(proxyFailure(broken(code)))).toBe(true)
  })

  test.each([
    'ECONNRESET',
    'EPIPE',
    'ETIMEDOUT',
    'UND_ERR_SOCKET',
    'UND_ERR_HEADERS_TIMEOUT',
    'UND_ERR_BODY_TIMEOUT',
    'UND_ERR_RES_EXCEEDED_MAX_SIZE',
    'UND_ERR_ABORTED',
    'HPE_INVALID_CONSTANT',
    'something new',
  ])('%s may have come after', (code) => {
    expect(wasNotDone(transportFailure(broken(code)))).toBe(false)
    expect(wasNotDone(proxyFailure(broken(code)))).toBe(false)
  })

  test('a deadline, and our own giving up, may have come after', () => {
    expect(wasNotDone(appError('timeout'))).toBe(false)
    expect(wasNotDone(transportFailure(new DOMException('', 'TimeoutError')))).toBe(false)
    expect(wasNotDone(transportFailure(new DOMException('', 'AbortError')))).toBe(false)
    expect(wasNotDone(transportFailure('not even an error'))).toBe(false)
  })

  test.each([403, 407, 502])('a proxy that answered CONNECT with %i let nothing through', (status) => {
    const refused = broken('UND_ERR_ABORTED', `Proxy response (${status}) !== 200 when HTTP Tunneling`)
    expect(wasNotDone(proxyFailure(refused))).toBe(true)
  })
})
