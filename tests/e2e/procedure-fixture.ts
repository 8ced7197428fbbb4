import { expect, test as base, type Page } from '@playwright/test'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { DraftKind } from '#shared/domain/procedures/kinds.ts'
import { startApplication, temporaryDataDir, type Application } from '#tests/fakes/application.ts'
import type { ServedProcedure } from '#tests/fakes/procedure-service.ts'
import { startServiceProcess, type ServiceProcess } from '#tests/fakes/service-process.ts'
import { controlOf, type Control } from '#tests/fakes/window-control.ts'
import { expectAccessible, picture } from './accessible.ts'

export const KEY = 'clave-de-la-oficina-0123456789'
const PASSPHRASE = 'tres palabras largas'

/** The built application over a service whose store can be read once it has stopped. */
export interface Office {
  readonly application: Application
  readonly control: Control
  /** Restarts it after a kill, with its account open. */
  startAgain(): Promise<void>
  /** Stops what still runs and reads everything in the service. */
  served(): Promise<ServedProcedure[]>
}

/** The operator's environment as a process: killed, and restarted at the same address with its data. */
export interface Operator {
  readonly url: string
  kill(): Promise<void>
  start(): Promise<void>
}

interface Fixtures {
  directory: string
  /** Office on its demonstration. */
  demo: Office
  operator: Operator
  /** Office on an account of the operator; `address` is the account's address for it. */
  office: Office & { readonly account: string }
  address: string
}

export const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs off this pattern
  directory: async ({}, use) => {
    const directory = await temporaryDataDir()
    await use(directory.path)
    await directory.remove()
  },
  demo: async ({ directory, page }, use) => {
    const data = join(directory, 'cases')
    const office = await openOffice(page, data, () => read(join(data, 'demo', 'service')))
    await use(office)
    await office.close()
  },
  operator: async ({ directory }, use) => {
    const data = join(directory, 'operator')
    let service: ServiceProcess | null = await startServiceProcess(KEY, [`--data-dir=${data}`])
    const { url } = service
    await use({
      url,
      async kill() {
        await service?.kill()
        service = null
      },
      async start() {
        service = await startServiceProcess(KEY, [`--data-dir=${data}`, `--port=${new URL(url).port}`])
      },
    })
    await service?.stop()
  },
  address: async ({ operator }, use) => use(operator.url),
  office: async ({ directory, page, operator, address }, use) => {
    const office = await openOffice(page, join(directory, 'cases'), async () => {
      await operator.kill()
      return read(join(directory, 'operator'))
    })
    await office.control.call('keychain.unlock', { passphrase: PASSPHRASE })
    const { id } = await office.control.call('accounts.add', {
      environment: 'development',
      name: 'Gestoría Ribera',
      baseUrl: `${address}/v1`,
      key: KEY,
    })
    await office.control.call('accounts.activate', { id })
    await expect(page.getByText('PRUEBAS', { exact: true })).toBeVisible()
    await use(Object.assign(office, { account: id }))
    await office.close()
  },
})

async function openOffice(
  page: Page,
  data: string,
  readService: () => Promise<ServedProcedure[]> | ServedProcedure[],
) {
  let application: Application
  let control: Control
  const start = async () => {
    application = await startApplication(data, ['--port=0'])
    await page.goto(application.entry)
    await heading(page, 'Consulta').waitFor()
    control = await controlOf(application, page.context())
  }
  const close = async () => {
    control.close()
    await application.stop()
  }
  await start()
  await ready(page)
  return {
    get application() {
      return application
    },
    get control() {
      return control
    },
    async startAgain() {
      await start()
      await expect(heading(page, 'Escribe tu frase de paso')).toBeVisible()
      await control.call('keychain.unlock', { passphrase: PASSPHRASE })
      await ready(page)
    },
    async served() {
      await close()
      return readService()
    },
    close,
  }
}

/**
 * Reads everything in the service from the store that it leaves behind, which it locks while running. With Node's own
 * SQLite: the service's cannot be loaded in Playwright's processes.
 */
function read(directory: string): ServedProcedure[] {
  const db = new DatabaseSync(join(directory, 'service.db'))
  const documents = db.prepare(
    'SELECT id, type, url, metadata FROM document WHERE procedure_id = ? AND is_generated = 0 ORDER BY seq',
  )
  const served = db
    .prepare('SELECT * FROM procedure ORDER BY seq')
    .all()
    .map((row) => ({
      ...row,
      documents: documents.all(row['id'] ?? '').map(({ metadata, ...document }) => {
        const { size = null, fileName: name = null } = JSON.parse(String(metadata)) as Record<string, unknown>
        return { ...document, size, name }
      }),
    }))
  db.close()
  return served as unknown as ServedProcedure[]
}

export const ready = (page: Page) => page.getByRole('combobox', { name: 'Matrícula' }).waitFor()
export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name })

/** PDF with unique content. */
export const pdf = (name: string) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(`%PDF-1.4\n1 0 obj\n<<>>\nendobj\n% ${name}\ntrailer\n<<>>\n%%EOF\n`),
})

/** Opens «Nuevo» by its key, and chooses the kind by its first letter. */
export async function begin(page: Page, kind: DraftKind): Promise<void> {
  await page.keyboard.press('Control+2')
  await page.getByRole('button', { name: 'Nuevo' }).waitFor()
  await page.keyboard.press('n')
  await page.keyboard.press({ registration: 'm', transfer: 't', notification: 'n' }[kind])
  await page.keyboard.press('Enter')
  await atFirstField(page)
}

/** Opens Expedientes with the ended cases too, which its first view leaves out. */
export async function openAllCases(page: Page): Promise<void> {
  await page.keyboard.press('Control+2')
  await page
    .locator('.places--side')
    .getByRole('link', { name: /^Todos/ })
    .press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Todos' })).toBeVisible()
}

/** Opens the only draft in *Borradores* or *Por enviar*, by the keyboard. */
export async function openDraft(page: Page, where: 'drafts' | 'outbox'): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.type(where === 'drafts' ? 'borradores' : 'por enviar')
  await page.keyboard.press('Enter')
  await page.locator('[data-draft] .row').first().press('Enter')
  await page.getByRole('navigation', { name: 'Pasos' }).waitFor()
}

export async function atFirstField(page: Page): Promise<void> {
  await expect(heading(page, 'Vehículo')).toBeVisible()
  await expect(page.locator('.wizard__content input').first()).toBeFocused()
}

/** Types each text in its field, with Tab in between. */
export async function typeIn(page: Page, texts: readonly string[]): Promise<void> {
  for (const [index, text] of texts.entries()) {
    if (index > 0) await page.keyboard.press('Tab')
    await page.keyboard.type(text)
  }
}

/** Nothing that axe finds, and a picture of it. */
export async function look(page: Page, name: string): Promise<void> {
  await expectAccessible(page)
  await picture(page, `e2e-procedures/${name}`)
}
