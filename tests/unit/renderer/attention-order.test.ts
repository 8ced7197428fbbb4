import { expect, test } from 'vitest'
import {
  chooseThing,
  isSettling,
  putOffKeys,
  putOffUntilTomorrow,
  type RankedThing,
  sortThings,
} from '#renderer/features/attention/attention-order.ts'

const NOW = new Date(2026, 10, 20, 14, 5).getTime()
const thing = (key: string, change: Partial<RankedThing> = {}): RankedThing => ({
  key,
  severity: 'risks',
  canWait: false,
  ...change,
})
const keysOf = (things: readonly RankedThing[]) => things.map(({ key }) => key)

test('what stops work comes first, then risks, decisions and offers; equals keep their order', () => {
  const things = [
    thing('tour', { severity: 'offers' }),
    thing('charge'),
    thing('update', { severity: 'decides' }),
    thing('copy'),
    thing('down', { severity: 'stops' }),
  ]
  expect(keysOf(sortThings(things))).toEqual(['down', 'charge', 'copy', 'update', 'tour'])
})

test('the line skips what the page shows and what is put off', () => {
  const things = [thing('on-page', { isOnPage: true }), thing('put-off', { canWait: true }), thing('left')]
  expect(chooseThing(things, ['put-off'], false)?.key).toBe('left')
  expect(chooseThing(things, ['put-off', 'left'], false)).toBeUndefined()
})

test('while the sample office settles, only what cannot wait is shown', () => {
  const things = [
    thing('charge', { canWait: true }),
    thing('stopped', { severity: 'stops' }),
    thing('tour', { severity: 'offers' }),
  ]
  expect(chooseThing(things, [], true)?.key).toBe('stopped')
  expect(chooseThing([things[0]!, things[2]!], [], true)).toBeUndefined()
})

test('the demonstration settles for a minute, and a real account never does', () => {
  expect(isSettling(NOW, NOW + 59_999)).toBe(true)
  expect(isSettling(NOW, NOW + 60_000)).toBe(false)
  expect(isSettling(undefined, NOW)).toBe(false)
  // The clock of the PC was set back.
  expect(isSettling(NOW, NOW - 3_600_000)).toBe(false)
})

test('a thing that is put off returns at midnight', () => {
  const list = putOffUntilTomorrow([], 'charge', NOW)
  const midnight = new Date(2026, 10, 21).getTime()
  expect(putOffKeys(list, midnight - 1)).toEqual(['charge'])
  expect(putOffKeys(list, midnight)).toEqual([])
})

test('the list of what is put off has each thing once, and drops what is due again', () => {
  const list = [
    { thing: 'old', until: NOW - 1 },
    { thing: 'charge', until: NOW + 1 },
  ]
  const next = putOffUntilTomorrow(list, 'charge', NOW)
  expect(next.map((one) => one.thing)).toEqual(['charge'])
  let many = next
  for (let at = 0; at < 120; at += 1) many = putOffUntilTomorrow(many, `thing ${at}`, NOW)
  expect(many).toHaveLength(100)
  expect(many.at(-1)?.thing).toBe('thing 119')
})
