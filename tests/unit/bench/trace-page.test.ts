import { expect, test } from 'vitest'
import { phasesOf, tracePage } from '#tests/bench/trace-page.ts'

const RUN = { heard: 1, sent: 3, got: 13, changed: 20, frame: 26, painted: 34, calls: ['cases.list'] }
const lengths = (runs: Parameters<typeof phasesOf>[0]) => phasesOf(runs).map(({ p50 }) => p50)

test('each phase goes from the moment before to its own', () => {
  expect(lengths([RUN])).toEqual([1, 2, 10, 7, 6, 8])
})

test('a run without a call has no time of the core, and the window has it', () => {
  const { sent: _sent, got: _got, ...own } = RUN
  expect(lengths([own])).toEqual([1, 0, 0, 19, 6, 8])
})

test('the page names the paths, their calls and the traces', () => {
  const page = tracePage([{ name: 'search', runs: [RUN, RUN], file: 'path-1.json' }])
  expect(page).toContain('<h2>search</h2>')
  expect(page).toContain('2 runs; calls: cases.list; <a href="path-1.json">')
  expect(page).toContain('<th>key → painted<th>34.0<th>34.0')
})
