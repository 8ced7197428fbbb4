import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ExtensionState } from '#shared/bridge/extension.ts'
import { APPROVAL_TIMEOUT_MS, BROWSERS } from '#shared/host-protocol/protocol.ts'
import { endedLine, waitingLine } from '#shared/text/frame.ts'
import { arrivalsOf, endOf, pendingOf } from '#renderer/features/extension/use-approvals.ts'
import { type ApprovalRequest, requestKey } from '#renderer/ui-state/extension-state.ts'

const NOW = Date.UTC(2026, 10, 20, 13, 5)
const request = (id: string, ago = 0): ApprovalRequest => ({
  id,
  browser: 'chrome',
  words: ['naranja', 'velero', 'brujula'],
  askedAt: NOW - ago,
})
const approved = (id: string, approvedAt = NOW): ExtensionState['approved'] => [
  { id, browser: 'chrome', approvedAt, lastSeenAt: null, connected: false },
]
const NOTHING = { open: null, aside: [] }

describe('requests that wait', () => {
  test('are those that have not run out, the oldest first', () => {
    const waiting = [request('new', 10), request('late', APPROVAL_TIMEOUT_MS), request('old', 4_000)]
    expect(pendingOf(waiting, NOW).map(({ id }) => id)).toEqual(['old', 'new'])
    expect(pendingOf([request('last', APPROVAL_TIMEOUT_MS - 1)], NOW)).toHaveLength(1)
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
            NOW,
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
      approved('1', NOW - 9_000),
      undefined,
      'over',
    ],
    ['another one approved', request('1', 10), approved('2'), undefined, 'over'],
  ] as const)('%s', (_name, ended, list, answered, expected) => {
    expect(endOf(ended, [...list], answered, NOW)).toBe(expected)
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
