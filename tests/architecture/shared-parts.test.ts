import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root, sourceFiles } from './source-files.ts'

const files = sourceFiles('renderer')
  .filter(({ path }) => /\.tsx?$/.test(path))
  .map(({ path }) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
const naming = (pattern: RegExp) => files.filter(({ text }) => pattern.test(text)).map(({ path }) => path)

/** Patterns that belong in one place, and its files. */
const ONCE: readonly (readonly [what: string, pattern: RegExp, where: readonly string[]])[] = [
  [
    'a question before what cannot be undone',
    /role="alertdialog"/,
    ['renderer/design/confirm-dialog.tsx', 'renderer/features/complete/pay-dialog.tsx'],
  ],
  [
    'whether letters act alone',
    /\bsettings'?\)?\??\.singleKeys\b/,
    [
      'renderer/shortcuts/key-hints.tsx',
      'renderer/features/frame/appearance.ts',
      'renderer/features/frame/shortcut-sheet.tsx',
      'renderer/features/settings/keyboard-section.tsx',
    ],
  ],
  ['why a list could not be read', /<ListFailed\b/, ['renderer/features/frame/list-state.tsx']],
  [
    'the table of a list',
    /<DataTable\b/,
    ['renderer/features/frame/list-table.tsx', 'renderer/features/cases/case-list.tsx'],
  ],
  ['a drawing beside words', /(["'])icon\1/, ['renderer/design/icon.tsx', 'renderer/design/icon-button.tsx']],
  ['the pages of a file over the page', /<PdfPages\b/, ['renderer/features/documents/drawable-dialog.tsx']],
]

test.each(ONCE)('%s is in one place', (_what, pattern, where) => {
  const found = naming(pattern)
  expect(found.length).toBeGreaterThan(0)
  expect(found.filter((path) => !where.includes(path))).toEqual([])
})

test('the cells of a list are the same function until what they show is other', () => {
  // An inline arrow changes on every render, which renders every row again.
  expect(naming(/renderCells=\{\s*\(/)).toEqual([])
  expect(naming(/renderCells=\{\w+\}/).length).toBeGreaterThan(4)
})
