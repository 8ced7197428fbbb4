import type { Page } from '@playwright/test'
import type { State } from './states.ts'

export const field = (page: Page) => page.locator('.quick').getByRole('combobox')
const typed =
  (text: string, ...keys: string[]) =>
  async (page: Page) => {
    await field(page).pressSequentially(text)
    for (const key of keys) await page.keyboard.press(key)
  }
const words = (text: string | RegExp) => (page: Page) => page.getByText(text).first().waitFor()

/** Those whose layout a narrow page changes most. */
const NARROW: ReadonlySet<string> = new Set(['quick', 'quick-verdict', 'quick-offline'])
const state = (
  name: string,
  scene = name,
  does?: State['does'],
  ready: State['ready'] = (page) => field(page).waitFor(),
): State => ({
  name,
  scene,
  ready,
  narrow: NARROW.has(name),
  ...(does && { does }),
})

export const QUICK_LOOKUP_STATES: readonly State[] = [
  state('quick', 'quick', undefined, words('En el portapapeles')),
  state('quick-first', 'quick-first', undefined, words('Escribe o pega una matrícula')),
  state('quick-recents', 'quick-recents', undefined, words('Recientes')),
  state('quick-batch', 'quick-batch', undefined, words(/^Abrir las 6/)),
  state('quick-typing', 'quick-recents', typed('8097')),
  state('quick-repair', 'quick-recents', typed('12348CD')),
  state('quick-wrong', 'quick-recents', typed('hola', 'Enter')),
  state('quick-verdict', 'quick-recents', typed('8097MWK', 'Enter')),
  state('quick-stop', 'quick-recents', typed('0456LTR', 'Enter')),
  state('quick-known', 'quick-known', typed('8097', 'ArrowDown', 'Enter')),
  state('quick-pending', 'quick-pending', typed('5519KZP', 'Enter')),
  state('quick-offline', 'quick-offline'),
  state('quick-offline-known', 'quick-offline', typed('8097MWK', 'Enter')),
  state('quick-demo', 'quick-demo', typed('1234BCD', 'Enter')),
  state('quick-locked', 'quick-locked', undefined, words('Ventanilla está bloqueada')),
  state('quick-store'),
  state('quick-lost'),
  state('quick-refused', 'quick-refused', typed('8097MWK', 'Enter', 'Alt+a')),
  {
    name: 'quick-layer',
    scene: 'empty-with-history',
    ready: (page) => page.getByRole('heading', { level: 1 }).waitFor(),
    does: async (page) => {
      await page.keyboard.press('Control+Shift+Space')
      await field(page).waitFor()
    },
    narrow: true,
  },
]
