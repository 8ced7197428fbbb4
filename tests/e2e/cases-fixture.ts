import { expect, test as base, type Page } from '@playwright/test'
import { startApplication, temporaryDataDir, type Application } from '#tests/fakes/application.ts'
import { startServiceProcess } from '#tests/fakes/service-process.ts'
import { controlOf, type Control } from '#tests/fakes/window-control.ts'

const KEY = 'clave-de-la-oficina-0123456789'

export interface CasesFixture {
  application: Application
  control: Control
  /** Opens a window of the application, on Consulta. */
  open: () => Promise<Page>
  /** Tracks a procedure. @returns its id */
  follow: (vrm: string) => Promise<string>
  /** Changes it at the service, and waits until this PC knows. */
  change: (id: string, status: string) => Promise<void>
  block: (id: string) => Promise<void>
}

const PASSPHRASE = 'una frase de paso larga'

/** The built application on an account of the built service, with one window that may notify. */
export const test = base.extend<{ desk: CasesFixture; first: Page; granted: string[] }>({
  granted: [['notifications'], { option: true }],
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs off this pattern
  first: async ({ context }, use) => use(await context.newPage()),
  desk: async ({ context, first, granted, serviceWorkers }, use) => {
    const directory = await temporaryDataDir()
    const process = await startServiceProcess(KEY)
    const application = await startApplication(directory.path, ['--port=0'])
    const { origin } = application
    if (granted.length > 0) await context.grantPermissions(granted, { origin })
    await context.addInitScript(keepRegistration)
    await context.addInitScript(showOneAtATime)
    await first.goto(application.entry)
    await ready(first)
    // Until its worker is ready, the page raises the notifications that the tests expect in the worker.
    const withWorker = async (page: Page) => {
      if (serviceWorkers !== 'block') await expect.poll(() => hasWorker(page)).toBe(true)
    }
    await withWorker(first)
    const control = await controlOf(application, context)
    // Without a passphrase, the line of attention would show that nothing is kept.
    await control.call('keychain.unlock', { passphrase: PASSPHRASE })
    const { id } = await control.call('accounts.add', {
      environment: 'development',
      name: 'Gestoría Ribera',
      baseUrl: `${process.url}/v1`,
      key: KEY,
    })
    await control.call('accounts.activate', { id })
    await expect(first.getByText('PRUEBAS', { exact: true })).toBeVisible()
    const ask = async (method: string, path: string, body: object) => {
      const response = await fetch(process.url + path, {
        method,
        headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      expect(response.ok).toBe(true)
      return (await response.json()) as { id: string }
    }
    const change = async (made: string, status: string) => {
      await ask('PUT', `/v1/test/procedures/${made}/status`, { status })
      await control.call('changes.refresh', { kind: 'procedure', id: made })
    }
    await use({
      application,
      control,
      async open() {
        const page = await context.newPage()
        await page.goto(`${origin}/consulta`)
        await ready(page)
        await withWorker(page)
        return page
      },
      async follow(vrm) {
        const { id: made } = await ask('POST', '/v1/procedures/transfer', {
          vrm,
          taxableBase: 1_000,
          invoiceNumber: 'F-1',
          userEmail: 'ana@gestoria.es',
          documents: [],
        })
        await control.call('changes.add', { text: made })
        return made
      },
      change,
      block: (made) => change(made, 'BLOCKED'),
    })
    control.close()
    await application.stop()
    await process.stop()
    await directory.remove()
  },
})

export const ready = (page: Page) => page.getByRole('combobox', { name: 'Matrícula' }).waitFor()

/** Keeps the registration that the page itself was given: another page's, or an earlier one's, does not help it. */
function keepRegistration(): void {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined
  if (!container) return
  const register = container.register.bind(container)
  container.register = async (...args) => {
    const registration = await register(...args)
    Object.assign(window, { registration })
    return registration
  }
}

/** Chromium drops from its list a notification that it is still showing while it lists them: `onScreen` takes turns. */
function showOneAtATime(): void {
  const prototype = ServiceWorkerRegistration.prototype
  const { showNotification } = prototype
  prototype.showNotification = function (...args) {
    return navigator.locks.request('notifications', () => showNotification.apply(this, args))
  }
}

/** Whether the page raises its notifications in the worker from now on. */
export const hasWorker = (page: Page) =>
  page.evaluate(() => {
    const { registration } = window as unknown as { registration?: ServiceWorkerRegistration }
    return registration?.active?.state === 'activated'
  })
