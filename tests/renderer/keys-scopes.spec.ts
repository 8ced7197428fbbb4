import { expect, type Page, test } from './seeded-test.ts'
import {
  scopesOverlap,
  type Scope,
  SHORTCUT_IDS,
  SHORTCUTS,
  type ShortcutId,
} from '#renderer/app/shortcut-table.ts'
import { open, verdict } from './actions.ts'
import { hold, noteKeys, pressesOf, pressOnLayer } from './key-actions.ts'
import { documents, give } from './states-documents.ts'
import { BATCH, tool } from './states-papers.ts'
import { openDay } from './states-office.ts'
import { field, openPdf } from './states.ts'
import { pasteOutside } from './states-wizard.ts'

interface Place {
  scene: string
  /** Waits for the element that the keys act on, and focuses it. */
  ready: (page: Page) => Promise<unknown>
}

const heading = (name: string | RegExp) => (page: Page) =>
  page.getByRole('heading', { name }).first().waitFor()
const focus = (selector: string) => (page: Page) => page.locator(selector).first().focus()
const row = focus('[role="row"][tabindex="0"]')

/** Scene where each scope is open. */
const PLACES: Partial<Record<Scope, Place>> = {
  always: { scene: 'alerts', ready: (page) => verdict(page).focus() },
  window: { scene: 'alerts', ready: (page) => verdict(page).focus() },
  lookup: { scene: 'alerts', ready: (page) => verdict(page).focus() },
  pick: {
    scene: 'empty-with-history',
    ready: async (page) => {
      await field(page).fill('1234BCD; 5519KZP')
      await field(page).press('Enter')
      await page.getByRole('list', { name: 'Elige una matrícula' }).waitFor()
    },
  },
  deadlines: { scene: 'deadlines', ready: heading('Vencidos') },
  figures: { scene: 'figures', ready: heading('Empezados') },
  'day-work': { scene: 'day-work', ready: openDay },
  verdict: { scene: 'complete-none', ready: (page) => verdict(page).focus() },
  'quick-lookup': {
    scene: 'quick-recents',
    ready: async (page) => {
      await page.locator('.quick').getByRole('combobox').fill('8097MWK')
      await page.keyboard.press('Enter')
      await verdict(page).focus()
    },
  },
  history: { scene: 'history', ready: row },
  'plate-lists': { scene: 'plate-lists', ready: focus('[data-list] .row') },
  'plate-list': { scene: 'plate-list', ready: row },
  watches: { scene: 'watches', ready: row },
  requests: { scene: 'requests', ready: focus('[data-requests] .row') },
  dealers: { scene: 'dealers', ready: row },
  dealer: { scene: 'dealer', ready: focus('[data-dealer-row="dealer-21"] > .row') },
  ledger: { scene: 'ledger', ready: row },
  'ledger-client': { scene: 'ledger-client', ready: (page) => page.getByText('Saldo final').waitFor() },
  'ledger-month': { scene: 'ledger', ready: row },
  account: { scene: 'ledger-section', ready: heading('Depende de ti') },
  'ledger-entry': {
    scene: 'ledger-section-empty',
    ready: focus('[aria-label="Apunte nuevo"] [type="radio"]:checked'),
  },
  page: { scene: 'transfer-batch', ready: focus('.batch-common__fold') },
  resource: { scene: 'file-page', ready: heading('Depende de ti') },
  procedure: { scene: 'file-page', ready: heading('Depende de ti') },
  signature: {
    scene: 'signature-rejected',
    ready: (page) => page.getByText('no es ninguna de las partes').waitFor(),
  },
  cases: { scene: 'cases', ready: row },
  drafts: { scene: 'drafts', ready: focus('[data-draft] .row') },
  templates: { scene: 'templates', ready: focus('[data-template] .row') },
  wizard: { scene: 'wizard-review', ready: (page) => page.getByText('Sin duplicados').waitFor() },
  settled: { scene: 'wizard-sent', ready: heading('Transferencia enviada') },
  leaving: {
    scene: 'wizard-leaving',
    ready: (page) => page.getByRole('heading', { name: /^Sale en/ }).waitFor(),
  },
  signatures: { scene: 'signatures', ready: row },
  'signature-requests': {
    scene: 'signings',
    ready: focus('[data-signature-request] .row[aria-keyshortcuts]'),
  },
  contacts: { scene: 'contacts', ready: row },
  'signature-request-form': {
    scene: 'signing-person',
    ready: (page) => page.getByText('Es una de las partes').waitFor(),
  },
  'signature-request-review': { scene: 'signing-ready', ready: heading('Revisa antes de enviar') },
  inbox: { scene: 'inbox', ready: row },
  settings: { scene: 'settings', ready: heading('Apariencia') },
  pdf: { scene: 'complete', ready: openPdf },
  photo: {
    scene: 'papers',
    ready: async (page) => {
      await documents(page)
      await tool(page, 'IMG_20261112', 'Girar y enderezar…')
      await page.locator('dialog canvas[data-drawn="true"]').waitFor()
    },
  },
}
const ofDocument = async (page: Page) => {
  await documents(page)
  await page.locator('[data-document] .row').first().focus()
}
/** Row of a file that is chosen for an open procedure. */
const ofBatch = async (page: Page) => {
  await heading('Depende de ti')(page)
  await page.getByRole('button', { name: 'Añadir' }).first().click()
  await give(page, BATCH)
  await page.locator('.batch-row__what').first().focus()
}
/** The number of a dealer that is known, typed in the wizard or in a request. */
const knownSeller = async (page: Page, name: string) => {
  await page.getByRole('button', { name: '3. Partes' }).click()
  await page.getByLabel('Transmitente').nth(1).fill(name)
  await page.getByLabel('NIF del transmitente').fill('B12345674')
  await page.getByText('1234 BCD').first().waitFor()
}
const knownSigner = async (page: Page, name: string) => {
  await page.getByRole('combobox', { name: /Nombre|Razón social/ }).fill(name)
  await page.getByRole('combobox', { name: 'DNI, NIE o NIF' }).fill('B12345674')
  await page.getByText('Han firmado varios').waitFor()
}

/** In an office that shares, where drafts are handed over. */
const sharing = (ready: Place['ready']) => async (page: Page) => {
  await page.evaluate(() =>
    window.bridge.setSlice('sharing', { ...window.bridge.scene.slices.sharing, state: 'on' }),
  )
  await ready(page)
}

/** Shortcuts that need another scene than their scope's. */
const ELSEWHERE: Partial<Record<ShortcutId, Place>> = {
  'verdict.pdf': { scene: 'complete', ready: (page) => verdict(page).focus() },
  'verdict.save-pdf': { scene: 'complete', ready: (page) => verdict(page).focus() },
  'dealer.present': {
    scene: 'dealer',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Mes anterior' }).click()
      await heading('Nada de octubre de 2026')(page)
    },
  },
  'ledger.present': {
    scene: 'ledger',
    ready: async (page) => {
      await row(page)
      await page.getByRole('button', { name: 'Mes anterior' }).click()
      await page.getByText('Octubre de 2026').waitFor()
    },
  },
  'drafts.give': { scene: 'drafts', ready: sharing(focus('[data-draft] .row')) },
  'wizard.give': {
    scene: 'wizard-review',
    ready: sharing((page) => page.getByRole('button', { name: /^Entregar/ }).waitFor()),
  },
  'wizard.next': {
    scene: 'documents',
    ready: async (page) => {
      await documents(page)
      await page.locator('#step-documents').focus()
    },
  },
  'wizard.undo-filled': {
    scene: 'wizard-new',
    ready: async (page) => {
      await pasteOutside(page, 'Matrícula: 3308 KDR')
      await page.getByRole('button', { name: /^Tomar/ }).click()
      await page.locator('[data-applied]:focus').waitFor()
    },
  },
  'wizard.unfill': { scene: 'wizard-known', ready: (page) => knownSeller(page, '') },
  'wizard.take': { scene: 'wizard-known', ready: (page) => knownSeller(page, 'Persona 2') },
  'signature-requests.unfill': { scene: 'signing-known', ready: (page) => knownSigner(page, '') },
  'signature-requests.take': { scene: 'signing-known', ready: (page) => knownSigner(page, 'Persona 2') },
  'documents.remove': { scene: 'documents', ready: ofDocument },
  'documents.type': { scene: 'documents', ready: ofDocument },
  'batch.remove': { scene: 'file-page', ready: ofBatch },
  'batch.type': { scene: 'file-page', ready: ofBatch },
}

async function go(page: Page, { scene, ready }: Place) {
  await open(page, scene)
  await ready(page)
}

const all = SHORTCUT_IDS.map((id) => [id, SHORTCUTS[id]] as const)

test('every scope with a handler of its own has a place where it is tried', () => {
  const own = all.filter(([, { widget }]) => !widget).map(([, { scope }]) => scope)
  expect([...new Set(own)].filter((scope) => !PLACES[scope])).toEqual([])
})

test('behind the sheet no key does anything, wherever it is opened', async ({ page }) => {
  test.slow()
  await noteKeys(page)
  for (const [scope, place] of Object.entries(PLACES)) {
    // Neither a dialog nor the page of quick lookup has a sheet.
    if (['pdf', 'photo', 'day-work', 'always', 'quick-lookup'].includes(scope)) continue
    await test.step(scope, async () => {
      await go(page, place)
      const before = await page.evaluate(() => JSON.stringify(history.state))
      await page.evaluate(() =>
        document.body.dispatchEvent(
          new KeyboardEvent('keydown', { key: '?', bubbles: true, cancelable: true }),
        ),
      )
      await page.getByRole('dialog', { name: 'Teclas' }).waitFor()
      const mine = all.filter(([id, one]) => id !== 'lock' && scopesOverlap(one.scope, scope as Scope))
      expect(mine.length).toBeGreaterThan(5)
      const presses = mine.flatMap(([, shortcut]) => pressesOf(shortcut))
      expect(await pressOnLayer(page, presses), scope).toEqual([])
      expect(await page.evaluate(() => JSON.stringify(history.state))).toBe(before)
    })
  }
})

test.describe('a key held down does it once', () => {
  for (const scope of Object.keys(PLACES) as Scope[]) {
    test(scope, async ({ page }) => {
      test.slow()
      await noteKeys(page)
      const mine = all.filter(([, one]) => one.scope === scope && !one.widget && !one.repeatable)
      for (const [id, shortcut] of mine) {
        await go(page, ELSEWHERE[id] ?? PLACES[scope]!)
        expect(await hold(page, shortcut), id).toBe(1)
      }
    })
  }
})

test.describe('Escape opens the section of a page below another', () => {
  for (const [scope, path] of [
    ['deadlines', '/expedientes'],
    ['figures', '/expedientes'],
    ['templates', '/expedientes'],
    ['requests', '/expedientes'],
    ['dealer', '/expedientes/compraventas'],
    ['ledger-client', '/expedientes/cobros'],
    ['page', '/consulta/listas'],
  ] as const) {
    test(scope, async ({ page }) => {
      await noteKeys(page)
      await go(page, PLACES[scope]!)
      expect(await hold(page, SHORTCUTS['page.up'])).toBe(1)
      expect(new URL(page.url()).pathname).toBe(path)
    })
  }
})
