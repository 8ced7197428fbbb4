import type { Page } from '@playwright/test'

/** Makes a page's processor that many times slower, for as long as the page is open. */
export async function slowDown(page: Page, times: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: times })
}
