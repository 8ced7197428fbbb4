import { expect, type Page } from '@playwright/test'

/**
 * Presses a control that opens a file dialog, and checks that the browser is asked for it; the system's dialog itself
 * does not open, as not every system here has one.
 */
export async function asksForFile(page: Page, press: () => Promise<void>): Promise<void> {
  const root = page.locator('html')
  await root.evaluate((element) => {
    element.dataset['choosing'] = 'no'
    const seen = (event: MouseEvent) => {
      if (!(event.target instanceof HTMLInputElement) || event.target.type !== 'file') return
      event.preventDefault()
      removeEventListener('click', seen, true)
      element.dataset['choosing'] = 'yes'
    }
    addEventListener('click', seen, true)
  })
  await press()
  await expect(root).toHaveAttribute('data-choosing', 'yes')
}
