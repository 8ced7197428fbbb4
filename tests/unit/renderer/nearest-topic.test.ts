import { expect, test } from 'vitest'
import { type HelpPlace, nearestTopic } from '#renderer/features/help/nearest-topic.ts'

/** An element with, by selector, what is around it and in it. */
const element = (
  own: string | null,
  around: Readonly<Record<string, HelpPlace>> = {},
  within: HelpPlace | null = null,
): HelpPlace => ({
  closest: (selector) => around[selector] ?? null,
  querySelector: () => within,
  getAttribute: () => own,
})
const page = (...subjects: string[]) => ({
  querySelectorAll: () => subjects.map((subject) => element(subject)),
})

test('what has the focus, or what it is in, comes before the subject of the page', () => {
  const focus = element(null, { '[data-help]': element('incident:seizure') })
  expect(nearestTopic(focus, page('state:BLOCKED'))).toBe('incident:seizure')
})

test('a row has the topic of its content, and a landmark has not', () => {
  const within = element('state:DONE')
  expect(nearestTopic(element(null, {}, within), page())).toBe('state:DONE')
  const main: HelpPlace = {
    ...element(null, {}, within),
    closest: (selector) => (selector === '[data-help]' ? null : main),
  }
  expect(nearestTopic(main, page('state:BLOCKED'))).toBe('state:BLOCKED')
})

test('the last subject of a page is its most particular, and without one it is the index', () => {
  expect(nearestTopic(null, page('verdict:with_alerts', 'issue:seizure'))).toBe('issue:seizure')
  expect(nearestTopic(null, page())).toBeNull()
})
