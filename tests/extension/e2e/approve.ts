import { expect, type Page } from '@playwright/test'
import type { ExtensionWindow } from './extension-window.ts'

const approval = (window: Page) => window.getByRole('dialog', { name: /extensión de Chromium/ })

/** Asks for approval in the popup, and gives it in the window: the same words are on both. */
export async function approve(popup: ExtensionWindow, window: Page): Promise<void> {
  await popup.click('Pedir permiso')
  const words = (
    await popup.evaluate<string>(
      `new Promise((resolve) => { const look = () => { const code = document.querySelector('.gate__code'); if (code) resolve(code.textContent); else setTimeout(look, 50) }; look() })`,
    )
  )
    .split('·')
    .map((word) => word.trim())
  expect(words).toHaveLength(3)
  for (const word of words) await expect(approval(window)).toContainText(word)
  await approval(window).getByRole('button', { name: 'Permitir' }).click()
  await expect(approval(window)).toHaveCount(0)
}
