import { expect, type Page } from '@playwright/test'
import type { AnnotationFields } from '#shared/bridge/cases.ts'
import { createHand, type Device, type Hand } from './counted-hand.ts'
import { KEY, type Office, ready, test as base } from './procedure-fixture.ts'

/** A transfer that the office has under way, and its own notes on it. */
interface Begun extends Partial<AnnotationFields> {
  vrm: string
}

/** The office around a job: what it has before, and what the service has after. */
export interface Desk {
  office: Office
  page: Page
  /** A transfer under way, with its vehicle known. @returns its id */
  transfer(begun: Begun): Promise<string>
  /** Sends a transfer as the wizard does: its people and the user are known from then on. */
  sent(fields: Readonly<Record<string, string>>): Promise<void>
  /** A document that somebody was sent to sign before. */
  signed(who: { idNumber: string; fullname: string; email: string }): Promise<void>
  /** The service moves a procedure, and this PC knows. */
  move(id: string, status: string): Promise<void>
  /** What the service itself has at a path. */
  served<T>(path: string): Promise<T>
  copy(text: string): Promise<void>
  clipboard(): Promise<string>
}

/** A hand of the device of the test, and the office that it works in, with Consulta on screen. */
export const test = base.extend<{ device: Device; hand: Hand; desk: Desk }>({
  device: ['keyboard', { option: true }],
  hand: async ({ page, device }, use) => use(createHand(page, device)),
  desk: async ({ page, context, office, operator }, use) => {
    const { control } = office
    await context.grantPermissions(['clipboard-write'], { origin: office.application.origin })
    // What is sent leaves at once: no job waits for the time to undo it.
    await control.call('settings.update', { undoSeconds: 0 })
    const ask = async <T>(method: string, path: string, body?: object): Promise<T> => {
      const response = await fetch(`${operator.url}${path}`, {
        method,
        headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
      expect(response.ok, `${method} ${path}`).toBe(true)
      return (await response.json()) as T
    }
    await use({
      office,
      page,
      async transfer({ vrm, ...fields }) {
        const { id } = await ask<{ id: string }>('POST', '/v1/procedures/transfer', {
          vrm,
          taxableBase: 4_200,
          invoiceNumber: `F-${vrm}`,
          userEmail: 'marta@gestoriaribera.es',
          documents: [],
        })
        await control.call('changes.add', { text: id })
        const { version } = await control.call('annotations.get', { id })
        await control.call('annotations.save', { id, version, fields })
        await control.call('lookup.start', { vrm })
        const isKnown = async () => (await control.call('lookup.get', { vrm })).verdict !== null
        await expect.poll(isKnown).toBe(true)
        return id
      },
      async sent(fields) {
        const { id, version } = await control.call('procedures.draft-create', { kind: 'transfer', fields })
        await control.call('procedures.send', { id, version, duplicates: true })
        const state = async () => (await control.call('procedures.draft-get', { id })).state
        await expect.poll(state).toBe('sent')
      },
      async signed(fields) {
        const start = { document: 'mandate-generic', fields } as const
        const { id, version } = await control.call('signature-requests.create', start)
        await control.call('signature-requests.send', { id, version })
        const state = async () => (await control.call('signature-requests.get', { id })).state
        await expect.poll(state).toBe('sent')
      },
      async move(id, status) {
        await ask('PUT', `/v1/test/procedures/${id}/status`, { status })
        await control.call('changes.refresh', { kind: 'procedure', id })
      },
      served: (path) => ask('GET', path),
      copy: (text) => page.evaluate((words) => navigator.clipboard.writeText(words), text),
      // The pages of the application may not read it.
      async clipboard() {
        const other = await context.newPage()
        await other.setContent('<textarea autofocus></textarea>')
        await other.locator('textarea').focus()
        await other.keyboard.press('Control+V')
        const text = await other.locator('textarea').inputValue()
        await other.close()
        return text
      },
    })
  },
})

/** Back to Consulta with its field ready, as at the start of a job. */
export async function toConsulta(page: Page): Promise<void> {
  await page.keyboard.press('Control+1')
  await ready(page)
  await expect(page.getByRole('combobox', { name: 'Matrícula' })).toBeFocused()
}
