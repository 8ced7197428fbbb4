import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import type { HostBrowser, ExtensionState } from '#shared/bridge/extension.ts'
import { parseAccelerator } from '#shared/domain/accelerator.ts'
import { EXTENSION_KEYS, BROWSERS, APPROVAL_TIMEOUT_MS } from '#shared/host-protocol/protocol.ts'
import { approvedLine } from '#shared/text/extension.ts'
import { browserViewModel, listedBrowsers } from '#renderer/features/extension/extension-section.tsx'
import { keptRows } from '#renderer/app/setting-rows.tsx'
import { endedLine, waitingLine } from '#shared/text/frame.ts'
import { arrivalsOf, endOf, pendingOf } from '#renderer/features/extension/use-approvals.ts'
import { type ApprovalRequest, requestKey } from '#renderer/features/extension/extension-state.ts'

const NOW = new Date(2026, 10, 20, 14, 5).getTime()
const HOSTS = ['installed', 'missing', 'other'] as const
const row = (host: HostBrowser['host'], found = true): HostBrowser => ({ browser: 'edge', found, host })

describe('a browser', () => {
  test.each([
    [row('installed'), 'ok', 'uninstall'],
    [row('missing'), 'none', 'install'],
    [row('other'), 'warn', 'take-over'],
    [row('installed', false), 'none', 'uninstall'],
    // Nothing is written for a browser that is not there, nor over the entry of another installation.
    [row('missing', false), 'none', null],
    [row('other', false), 'warn', null],
  ] as const)('%o', (browser, sign, action) => {
    expect(browserViewModel(browser)).toMatchObject({ sign, action })
  })

  test('is listed if it is there, or has what has to be removed', () => {
    const rows = BROWSERS.flatMap((browser) =>
      HOSTS.flatMap((host) => [true, false].map((found) => ({ browser, found, host }))),
    )
    expect(listedBrowsers(rows)).toEqual(rows.filter(({ found, host }) => found || host === 'installed'))
    // Each that is listed offers what to do.
    expect(listedBrowsers(rows).filter((one) => browserViewModel(one).action === null)).toEqual([])
  })
})

test('one that was let in says since when, and when it was last seen', () => {
  const known = { id: '1', browser: 'chrome' as const, approvedAt: NOW - 40 * 60_000 }
  const line = (connected: boolean, lastSeenAt: number | null) =>
    approvedLine({ ...known, connected, lastSeenAt }, NOW)
  expect(line(true, null)).toBe('Conectada ahora · con permiso desde hoy 13:25')
  expect(line(false, NOW - 3 * 60_000)).toBe('Usada hace 3 min · con permiso desde hoy 13:25')
  expect(line(false, null)).toBe('Sin usar todavía · con permiso desde hoy 13:25')
})

test('rows keep their places: what leaves stays as gone, and what comes is at the end', () => {
  const first = keptRows(null, [{ id: 'a' }, { id: 'b' }])
  const next = keptRows(first, [{ id: 'c' }, { id: 'b' }])
  expect(next).toEqual([
    { id: 'a', gone: true },
    { id: 'b', gone: false },
    { id: 'c', gone: false },
  ])
  expect(keptRows(next, [{ id: 'a' }])[0]).toEqual({ id: 'a', gone: false })
})

test('the keys of the extension can be drawn', () => {
  const keys = Object.values(EXTENSION_KEYS)
  expect(keys.filter((key) => parseAccelerator(key) === null)).toEqual([])
  expect(new Set(keys).size).toBe(keys.length)
})

const ARRIVED_AT = Date.UTC(2026, 10, 20, 13, 5)
const request = (id: string, ago = 0): ApprovalRequest => ({
  id,
  browser: 'chrome',
  words: ['naranja', 'velero', 'brujula'],
  askedAt: ARRIVED_AT - ago,
})
const approved = (id: string, approvedAt = ARRIVED_AT): ExtensionState['approved'] => [
  { id, browser: 'chrome', approvedAt, lastSeenAt: null, connected: false },
]
const NOTHING = { open: null, aside: [] }

describe('requests that wait', () => {
  test('are those that have not run out, the oldest first', () => {
    const waiting = [request('new', 10), request('late', APPROVAL_TIMEOUT_MS), request('old', 4_000)]
    expect(pendingOf(waiting, ARRIVED_AT).map(({ id }) => id)).toEqual(['old', 'new'])
    expect(pendingOf([request('last', APPROVAL_TIMEOUT_MS - 1)], ARRIVED_AT)).toHaveLength(1)
  })

  test('open one dialog, and none that interrupts', () => {
    const [one, two] = [request('1', 20), request('2', 10)]
    expect(arrivalsOf([one, two], NOTHING, true)).toEqual({ opens: one, waits: [two] })
    expect(arrivalsOf([one, two], NOTHING, false)).toEqual({ opens: null, waits: [one, two] })
  })

  test('never follow another in the same place, nor come back once they were put aside', () => {
    const [one, two] = [request('1', 20), request('2', 10)]
    expect(arrivalsOf([one, two], { open: requestKey(one), aside: [] }, true)).toEqual({
      opens: null,
      waits: [two],
    })
    // The first was answered: what was put aside stays there.
    expect(arrivalsOf([two], { open: requestKey(one), aside: [requestKey(two)] }, true)).toEqual({
      opens: null,
      waits: [],
    })
  })

  test('open again when the one that was open has ended', () => {
    const next = request('2')
    expect(arrivalsOf([next], { open: requestKey(request('1', 9_000)), aside: [] }, true).opens).toBe(next)
  })

  test('are others when the same browser asks again', () => {
    const again = request('1')
    const before = requestKey(request('1', 9_000))
    expect(arrivalsOf([again], { open: null, aside: [before] }, true).opens).toBe(again)
  })

  test('each open or wait, whatever comes, and at most one opens', () => {
    const requests = fc.uniqueArray(
      fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd'), ago: fc.nat(APPROVAL_TIMEOUT_MS - 1) }),
      { selector: ({ id }) => id },
    )
    fc.assert(
      fc.property(
        requests,
        fc.array(fc.nat(3)),
        fc.option(fc.nat(3)),
        fc.boolean(),
        (all, picks, pick, may) => {
          const pending = pendingOf(
            all.map(({ id, ago }) => request(id, ago)),
            ARRIVED_AT,
          )
          const keys = pending.map(requestKey)
          const aside = picks.flatMap((index) => keys[index] ?? [])
          const open = pick === null ? null : (keys[pick] ?? 'ended')
          const { opens, waits } = arrivalsOf(pending, { open, aside }, may)
          const told = new Set([...aside, open, ...[...waits, ...(opens ? [opens] : [])].map(requestKey)])
          expect(keys.filter((key) => !told.has(key))).toEqual([])
          if (opens) expect(keys.includes(open ?? '')).toBe(false)
          if (!may) expect(opens).toBeNull()
        },
      ),
    )
  })
})

describe('a request that has ended', () => {
  test.each([
    ['approved here', request('1', 10), approved('1'), 'approve', 'approved'],
    ['approved in another window', request('1', 10), approved('1'), undefined, 'approved-elsewhere'],
    [
      'refused here and approved in another window before',
      request('1'),
      approved('1'),
      'refuse',
      'approved-elsewhere',
    ],
    ['refused here', request('1', 10), [], 'refuse', 'refused'],
    ['refused in another window', request('1', 10), [], undefined, 'over'],
    ['run out', request('1', APPROVAL_TIMEOUT_MS), [], undefined, 'expired'],
    ['answered too late', request('1', APPROVAL_TIMEOUT_MS), [], 'approve', 'expired'],
    [
      'let in by an older approval, since taken back',
      request('1', 10),
      approved('1', ARRIVED_AT - 9_000),
      undefined,
      'over',
    ],
    ['another one approved', request('1', 10), approved('2'), undefined, 'over'],
  ] as const)('%s', (_name, ended, list, answered, expected) => {
    expect(endOf(ended, [...list], answered, ARRIVED_AT)).toBe(expected)
  })

  test('is said of every browser', () => {
    for (const line of Object.values(endedLine))
      for (const browser of BROWSERS) expect(line(browser)).toMatch(/^La extensión de [A-Z]\w+ .*[^.]$/)
  })
})

test('those that wait are counted, and each browser named once', () => {
  expect(waitingLine(['edge'])).toBe('La extensión de Edge espera tu permiso.')
  expect(waitingLine(['chrome', 'chrome'])).toBe('2 extensiones esperan tu permiso: Chrome.')
  expect(waitingLine(['chrome', 'firefox', 'edge'])).toBe(
    '3 extensiones esperan tu permiso: Chrome, Firefox y Edge.',
  )
})
