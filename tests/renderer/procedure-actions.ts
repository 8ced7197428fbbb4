import type { Page } from '@playwright/test'

/** Procedure of its page's scenes. */
export const ID = 'prc_7f3a0b52c21'
export const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
export const incident = (page: Page, title: string) => page.locator('.incident').filter({ hasText: title })
export const pdf = (name: string) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\n1 0 obj\n%%EOF'),
})
export const give = (page: Page, file: ReturnType<typeof pdf>) =>
  page.locator('input[type=file]').setInputFiles(file)
