import { describe, expect, test } from 'vitest'
import type { HostBrowser } from '#shared/bridge/extension.ts'
import { parseAccelerator } from '#shared/domain/accelerator.ts'
import { EXTENSION_KEYS } from '#shared/domain/extension-keys.ts'
import { BROWSERS } from '#shared/host-protocol/protocol.ts'
import { approvedLine } from '#shared/text/extension.ts'
import { browserViewModel, listedBrowsers } from '#renderer/features/extension/extension-section.tsx'
import { keptRows } from '#renderer/features/settings/setting-rows.tsx'

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
