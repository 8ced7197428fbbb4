import { expect, test } from '@playwright/test'
import { writeFile } from 'node:fs/promises'

test('never wrong', () => {})

test('with a page', async () => {
  const info = test.info()
  // As Playwright does when there is a page.
  const path = info.outputPath('seen.md')
  await writeFile(
    path,
    '# Test info\n\n# Error details\n\nLo que se esperaba\n\n# Page snapshot\n\n- heading "Lo que se veía"\n\n# Test source\n\ncode',
  )
  await info.attach('error-context', { path })
  expect(info.title).toBe('another')
})

test('never', () => {
  expect(1).toBe(2)
})
