import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root, sourceFiles } from './source-files.ts'

const ours = ['shared', 'electron', 'renderer'].flatMap((folder) =>
  sourceFiles(folder)
    .filter(({ path }) => /\.tsx?$/.test(path))
    .map(({ path }) => ({ path, text: readFileSync(join(root, path), 'utf8') })),
)
const naming = (pattern: RegExp) => ours.flatMap(({ path, text }) => (pattern.test(text) ? [path] : []))

/**
 * A plate has one verdict (shared/domain/plate-verdict.ts). Words and signs of a single report are for lists of reports
 * and for comparisons: a screen about a plate takes `PlateVerdict`.
 */
test('only lists of reports, and what compares them, say what a single report says', () => {
  expect(naming(/\breport(?:Words|Sign)\b/)).toEqual([
    'shared/text/lookup.ts',
    'electron/core/features/lookup/history-csv.ts',
    'renderer/design/verdict-sign.ts',
    'renderer/design/verdict-view-model.ts',
    'renderer/features/complete/complete-rail.tsx',
    'renderer/features/complete/disagree-note.tsx',
    'renderer/features/history/history-cells.tsx',
    'renderer/features/lookup/office-rows.ts',
    'renderer/features/lookup/sentinels.tsx',
    'renderer/features/lookup/verdict-note.tsx',
  ])
})

test('only the rule makes a verdict, and the bridge lets it through', () => {
  expect(naming(/\bas (?:unknown as )?[\w.<]*VerdictOutcome\b/)).toEqual([
    'shared/bridge/lookup.ts',
    'shared/domain/plate-verdict.ts',
  ])
})

test('the names of verdicts are in one place', () => {
  expect(naming(/\btransferabilityLabels\b/)).toEqual([
    'shared/text/help.ts',
    'shared/text/labels-reports.ts',
    'shared/text/lookup.ts',
  ])
})

test('the word of the service is read where a report comes in', () => {
  expect(naming(/\btransferabilityStatus\b/)).toEqual([
    'shared/api/report-wire.ts',
    'shared/api/report.ts',
    'shared/domain/verdict.ts',
    'electron/core/features/complete/complete-report-of.rules.ts',
    'electron/core/features/lookup/reduced-report-of.rules.ts',
  ])
})
