import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type About, withSection } from '#tests/bench/figures-page.ts'
import { sideBySide } from '#tests/bench/compare.ts'
import { figure } from '#tests/bench/statistics.ts'

const ABOUT: About = {
  at: '2026-11-26T19:00:00.000Z',
  commit: 'abc1234',
  cpu: 'a processor',
  cores: 2,
  node: 'v24.0.0',
  runs: 3,
}
const PAGE = '# Figures\n\nAbout them.\n'
const headings = (page: string) => [...page.matchAll(/^## (.*)$/gm)].map(([, name]) => name)

test('a part is put at the end, and later in its own place, with where and when it was measured', () => {
  const first = withSection(PAGE, 'window', 'the window', [figure('a | b', 'ms', [1])], ABOUT)
  const both = withSection(first, 'peers', 'lists', [figure('other', 'ms', [2])], ABOUT)
  const again = withSection(both, 'window', 'the window', [figure('new', 'ms', [3])], { ...ABOUT, runs: 1 })
  expect(headings(again)).toEqual(['window', 'peers'])
  expect(first).toContain(
    'The window. 2026-11-26, commit abc1234; a processor, 2 cores, Node v24.0.0; medians of 3 runs.',
  )
  expect(first).toContain('| a \\| b | 1 | 1.0 ms |')
  expect(again).toContain('one run.')
  expect(again).not.toContain('a \\| b')
  expect(again.startsWith('# Figures\n\nAbout them.\n\n## window\n')).toBe(true)
})

test('the page of the project is one that parts can be put in', () => {
  const page = readFileSync(new URL('../../../docs/figures.md', import.meta.url), 'utf8')
  const put = withSection(page, 'one of a test', 'it', [figure('x', 'ms', [1])], ABOUT)
  expect(headings(put)).toEqual([...headings(page), 'one of a test'])
})

test('two commits are set side by side by the medians of their runs, and what only one has is listed', () => {
  const run = (ms: number, more: string) => [figure('search', 'ms', [ms]), figure(more, 'ms', [1])]
  const said = sideBySide(
    'a055b75',
    [run(10, 'old'), run(90, 'old'), run(20, 'old')],
    [run(10, 'new'), run(12, 'new'), run(8, 'new')],
  )
  expect(said).toMatch(/search +20\.0, 20\.0 ms +10\.0, 10\.0 ms +0\.50, 0\.50 ×/)
  expect(said).toContain('only in a055b75:\n- old')
  expect(said).toContain('only in the work tree:\n- new')
})
