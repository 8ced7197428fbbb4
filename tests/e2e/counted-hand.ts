import { expect, type Locator, type Page } from '@playwright/test'

/** What moves the application: fields are typed by keyboard with either. */
export type Device = 'keyboard' | 'mouse'

/** What a job has cost so far. */
export interface Cost {
  /** Every press: a letter of a text, a key of its own, a chord (Ctrl+K is one). */
  keys: number
  /** Presses of the mouse; files dropped together are one. */
  clicks: number
  /** Fields that a text was typed in. */
  fields: number
  /** What has to be remembered: each key or chord that is not text, and each click. */
  commands: number
}

/** A file as it is pasted or dropped. */
export interface HandFile {
  name: string
  content: string
}

/**
 * The only hand that a job is done with: it counts what it does, and refuses what the other device would do. It never
 * puts the focus anywhere by itself, so a text goes where the application left the focus, or where the mouse clicked.
 */
export interface Hand {
  readonly device: Device
  readonly cost: Cost
  /** Types a text in the field that has the focus. */
  type(text: string): Promise<void>
  /** One key or chord that is not text. Keyboard alone. */
  press(key: string): Promise<void>
  /** Mouse alone. */
  click(target: Locator): Promise<void>
  /** Pastes files copied elsewhere, by Ctrl+V. Keyboard alone. */
  pasteFiles(files: readonly HandFile[]): Promise<void>
  /** Drops a text that was selected in another window. Mouse alone. */
  dropText(text: string): Promise<void>
  /** Drops files on the window. Mouse alone. */
  dropFiles(files: readonly HandFile[]): Promise<void>
}

export function createHand(page: Page, device: Device): Hand {
  const cost: Cost = { keys: 0, clicks: 0, fields: 0, commands: 0 }
  const only = (needed: Device, what: string) => {
    if (device !== needed)
      throw new Error(`${what} is of the ${needed}, and this job is done by ${device} alone`)
  }
  const command = (kind: 'keys' | 'clicks') => {
    cost[kind] += 1
    cost.commands += 1
  }
  return {
    device,
    cost,
    async type(text) {
      await expect(page.locator(':is(input, textarea):focus')).toBeVisible()
      cost.keys += text.length
      cost.fields += 1
      await page.keyboard.type(text)
    },
    async press(key) {
      only('keyboard', key)
      command('keys')
      await page.keyboard.press(key)
    },
    async click(target) {
      only('mouse', 'a click')
      command('clicks')
      await target.click()
    },
    async pasteFiles(files) {
      only('keyboard', 'pasting')
      command('keys')
      await giveFiles(page, 'paste', files)
    },
    async dropText(text) {
      only('mouse', 'dropping')
      command('clicks')
      await giveText(page, text)
    },
    async dropFiles(files) {
      only('mouse', 'dropping')
      command('clicks')
      await giveFiles(page, 'drop', files)
    },
  }
}

/** As the system gives them: no browser lets a test put files on its clipboard, or drag them from outside. */
const giveFiles = (page: Page, how: 'paste' | 'drop', files: readonly HandFile[]) =>
  page.evaluate(
    ([event, given]) => {
      const data = new DataTransfer()
      for (const { name, content } of given) data.items.add(new File([content], name))
      const init = { bubbles: true, cancelable: true }
      const target = document.activeElement ?? document.body
      target.dispatchEvent(
        event === 'drop'
          ? new DragEvent('drop', { ...init, dataTransfer: data })
          : new ClipboardEvent('paste', { ...init, clipboardData: data }),
      )
    },
    [how, files] as const,
  )

const giveText = (page: Page, text: string) =>
  page.evaluate((words) => {
    const data = new DataTransfer()
    data.setData('text/plain', words)
    const init = { bubbles: true, cancelable: true, dataTransfer: data }
    // On the page itself, where nothing can be typed.
    const target = document.querySelector('main') ?? document.body
    const isTaken = !target.dispatchEvent(new DragEvent('dragover', init))
    if (isTaken) target.dispatchEvent(new DragEvent('drop', init))
  }, text)
