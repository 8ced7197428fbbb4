import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultNotificationSettings } from '#shared/bridge/settings.ts'
import { digestText } from '#shared/text/notifications.ts'
import {
  canWait,
  DIGEST_LOOK_MS,
  DIGEST_MS,
  buildDigestTag,
  computeDigestWait,
  isDigestTag,
  isForDigest,
} from '#electron/core/features/notifications/notifications.rules.ts'

/** A Friday at 14:05. */
const NOW = new Date(2026, 10, 20, 14, 5).getTime()
const settings = defaultNotificationSettings

test('only what is just good to know waits, and only where it is wanted', () => {
  const on = { digest: true }
  expect(isForDigest({ actionable: false, event: 'procedure.document.added' }, on)).toBe(true)
  expect(isForDigest({ actionable: false, event: 'procedure.document.added' }, { digest: false })).toBe(false)
  expect(isForDigest({ actionable: true, event: 'procedure.incident.added' }, on)).toBe(false)
  // Somebody asked for it, and waits for it.
  expect(isForDigest({ actionable: false, event: 'report.completed' }, on)).toBe(false)
  expect(canWait({ raise: true })).toBe(true)
  expect(canWait({ raise: false, why: 'quiet' })).toBe(true)
  expect(canWait({ raise: false, why: 'seen' })).toBe(false)
})

test('a digest waits an hour from its first change, and through pauses and quiet hours', () => {
  const at = (seenAt: number, over = {}, now = NOW) =>
    computeDigestWait([{ seenAt }], { ...settings, ...over }, now)
  expect(computeDigestWait([], settings, NOW)).toBe(Infinity)
  expect(at(NOW)).toBe(DIGEST_LOOK_MS)
  expect(at(NOW - DIGEST_MS + 5)).toBe(5)
  expect(at(NOW - DIGEST_MS)).toBe(0)
  // The clock was set back since.
  expect(at(NOW + 1)).toBe(0)
  expect(at(NOW - DIGEST_MS, { pausedUntil: NOW + 1 })).toBe(DIGEST_LOOK_MS)
  const quiet = { enabled: true, from: '14:00', to: '15:00', weekends: false }
  expect(at(NOW - DIGEST_MS, { quiet })).toBe(DIGEST_LOOK_MS)
  expect(at(NOW - DIGEST_MS, { quiet }, NOW + DIGEST_MS)).toBe(0)
})

test('however often it is looked at, two digests are an hour apart and no change waits for longer than one', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 3 * DIGEST_MS }), { maxLength: 60 }), (gaps) => {
      let now = NOW
      let waiting: { seenAt: number }[] = []
      const raised: number[] = []
      const look = () => {
        if (computeDigestWait(waiting, settings, now) > 0) return
        for (const { seenAt } of waiting) expect(now - seenAt).toBeLessThanOrEqual(DIGEST_MS)
        raised.push(now)
        waiting = []
      }
      for (const gap of gaps) {
        // Looked at whenever the rule says, as the loop does.
        for (const end = now + gap; now < end;) {
          now = Math.min(end, now + computeDigestWait(waiting, settings, now))
          look()
        }
        waiting.push({ seenAt: now })
        look()
      }
      for (const [index, at] of raised.entries())
        if (index > 0) expect(at - raised[index - 1]!).toBeGreaterThanOrEqual(DIGEST_MS)
    }),
  )
})

test('it says how many changes of how many files, with neither plate nor name', () => {
  const told = (id: string, event: string) => ({
    kind: 'procedure' as const,
    id,
    event,
    detail: {},
    subject: { vrm: '1234BCD', label: 'Elena Ortuño' },
  })
  const rows = [told('p', 'procedure.document.added'), told('q', 'procedure.document.added')]
  const many = { total: 14, files: [{ kind: 'procedure' as const, n: 6 }] }
  expect(digestText(rows, many).title).toBe('14 cambios en 6 expedientes')
  expect(digestText(rows, { ...many, total: 2, files: [{ kind: 'procedure', n: 2 }] })).toEqual({
    title: '2 cambios en 2 expedientes',
    body: 'Documento nuevo (2)',
  })
  const kinds = {
    ...many,
    files: [
      { kind: 'procedure' as const, n: 6 },
      { kind: 'signature' as const, n: 1 },
    ],
  }
  expect(digestText(rows, kinds).title).toBe('14 cambios en 6 expedientes y 1 firma')
  expect(JSON.stringify(digestText(rows, many))).not.toMatch(/1234|Elena/)
})

test('a digest is known by its tag', () => {
  expect(isDigestTag(buildDigestTag('account', 7))).toBe(true)
  expect(isDigestTag('account:7')).toBe(false)
})
