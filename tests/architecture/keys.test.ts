import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root, sourceFiles } from './source-files.ts'

/**
 * Key listeners outside the table of shortcuts: controls, for the standard keys of their kind while they have the
 * focus.
 */
const WIDGETS: Readonly<Record<string, string>> = {
  'renderer/shortcuts/start-shortcuts.ts': 'reads the table',
  'renderer/design/press.ts': 'notes when a press began, and acts on none',
  'renderer/features/lock/lock-activity.ts': 'any key is a sign of presence, and none is acted on',
  'renderer/design/combo-field.tsx': 'combobox: arrows, Enter takes the option, Esc closes the list',
  'renderer/features/cases/label-dialog.tsx': 'combobox: arrows, Enter presses the option',
  'renderer/features/cases/search-help.tsx': 'popover: Esc closes it',
  'renderer/features/palette/palette.tsx': 'combobox: arrows, Enter runs the option',
  'renderer/design/menu.tsx': 'menu: arrows, letters, Esc and Tab close it',
  'renderer/design/rows.tsx': 'list: arrows, J and K',
  'renderer/design/data-table.tsx': 'grid: arrows, pages, Enter opens',
  'renderer/features/transfer-batches/batch-grid.tsx':
    'grid of cells: the keys of a spreadsheet, Tab and Esc leave it',
  'renderer/features/inbox/inbox-list.tsx': 'grid: arrows, pages, Enter opens',
  'renderer/features/accounts/accounts-section.tsx': 'radio group: arrows move, and do not choose',
  'renderer/design/plate-field.tsx': 'text field: Enter looks up, Esc clears',
  'renderer/design/search-field.tsx': 'search field: the down arrow goes into its list',
  'renderer/features/settings/shortcut-capture.tsx': 'field for a combination: takes every key but Tab',
  'renderer/features/settings/shortcut-state-row.tsx':
    'button: the combination that is tested does not press it',
  'renderer/features/settings/settings-page.tsx': 'search field: Esc clears',
  'renderer/features/settings/typed-value.tsx': 'text field: Enter keeps, Esc gives up',
  'renderer/features/settings/service-document-name-row.tsx': 'text field: Enter keeps, Esc gives up',
  'renderer/features/document-tools/page-grid.tsx': 'grid of pages: arrows from one cut to the next',
  'renderer/features/documents/document-type.tsx': 'text field: Enter keeps, Esc gives up',
  'renderer/features/documents/link-form.tsx': 'text field: Enter adds, Esc gives up',
  'renderer/features/procedures/label-row.tsx': 'text field: Esc gives up',
  'renderer/features/signature-requests/signature-request-editor.tsx': 'form: Enter goes to the next field',
  'renderer/features/wizard/step-fields.tsx': 'form: Enter goes to the next field',
}

const LISTENS = /\bon(RowKey|Key(Down|Up|Press))=\{|['"]key(down|up|press)['"]/
/** Passes each key to the table first. */
const READS_TABLE = /\buseFocusShortcuts\(\)/

test('only the table of shortcuts and controls listen for keys', () => {
  const listeners = sourceFiles('renderer')
    .filter(({ path }) => /\.tsx?$/.test(path))
    .map(({ path }) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
    .filter(({ text }) => LISTENS.test(text))
  const outside = listeners.filter(({ path, text }) => !(path in WIDGETS) && !READS_TABLE.test(text))
  expect(outside.map(({ path }) => path)).toEqual([])
  // A control that no longer listens is no exception any more.
  const known = new Set(listeners.map(({ path }) => path))
  expect(Object.keys(WIDGETS).filter((path) => !known.has(path))).toEqual([])
})

test('no shortcut is drawn by hand where the table knows it', () => {
  // Keys announced to screen readers come from the table.
  const byHand = sourceFiles('renderer')
    .filter(({ path }) => path.endsWith('.tsx') && !path.startsWith('renderer/shortcuts/'))
    .filter(({ path }) => readFileSync(join(root, path), 'utf8').includes('aria-keyshortcuts'))
  expect(byHand.map(({ path }) => path)).toEqual([])
})

test('every question before what cannot be undone asks with a button that no old press reaches', () => {
  const asking = sourceFiles('renderer/features')
    .filter(({ path }) => path.endsWith('.tsx'))
    .map(({ path }) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
    .filter(({ text }) => /alertdialog|<ConfirmDialog/.test(text))
  expect(asking.length).toBeGreaterThan(7)
  const guarded = /<(ConfirmDialog|CommitButton)\b/
  expect(asking.filter(({ text }) => !guarded.test(text)).map(({ path }) => path)).toEqual([])
  const confirm = readFileSync(join(root, 'renderer/design/confirm-dialog.tsx'), 'utf8')
  expect(confirm).toMatch(/<Button data-safe [^]*<CommitButton meaning=/)
})
