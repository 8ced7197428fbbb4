import { expect, type Page, test } from './seeded-test.ts'
import { scopesOverlap, type Scope } from '#renderer/shortcuts/scopes.ts'
import { SHORTCUT_IDS, SHORTCUTS, type ShortcutId } from '#renderer/shortcuts/table.ts'
import { called, open, verdict } from './actions.ts'
import { hold, noteKeys, pressesOf, pressOnLayer } from './key-actions.ts'
import { documents, give } from './states-documents.ts'
import { BATCH, tool } from './states-papers.ts'
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
  verdict: { scene: 'complete-none', ready: (page) => verdict(page).focus() },
  'quick-lookup': {
    scene: 'quick-recents',
    ready: async (page) => {
      await page.getByRole('combobox', { name: 'Matrícula' }).fill('8097MWK')
      await page.keyboard.press('Enter')
      await verdict(page).focus()
    },
  },
  history: { scene: 'history', ready: row },
  'plate-lists': { scene: 'plate-lists', ready: focus('[data-list] .row') },
  'plate-list': { scene: 'plate-list', ready: row },
  watches: { scene: 'watches', ready: row },
  dealers: { scene: 'dealers', ready: row },
  dealer: { scene: 'dealer', ready: focus('[data-dealer-row="dealer-21"] > .row') },
  'transfer-batch': { scene: 'transfer-batch', ready: focus('.batch-common__fold') },
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
    if (['pdf', 'photo', 'always', 'quick-lookup'].includes(scope)) continue
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

test('the window can be locked also from a dialog', async ({ page }) => {
  await noteKeys(page)
  await go(page, { scene: 'alerts', ready: (shown) => verdict(shown).waitFor() })
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Teclas' }).waitFor()
  expect(await pressOnLayer(page, pressesOf(SHORTCUTS.lock))).toEqual(['F8'])
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

test('what moves goes on for as long as it is held', async ({ page }) => {
  await noteKeys(page)
  await go(page, { scene: 'inbox', ready: row })
  expect(await hold(page, SHORTCUTS['inbox.move'])).toBe(5)
})

test('Ctrl+Enter sends nothing that is behind the sheet', async ({ page }) => {
  await open(page, 'wizard-review')
  await expect(page.getByRole('button', { name: 'Enviar a Tráfico' })).toBeEnabled()
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Teclas' }).waitFor()
  await page.keyboard.press('Control+Enter')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  expect(await called(page, 'procedures.send')).toEqual([])
  await page.keyboard.press('Control+Enter')
  await expect.poll(async () => (await called(page, 'procedures.send')).length).toBe(1)
})

test('Ctrl+Enter held reviews a request to sign, and a new press sends it', async ({ page }) => {
  await open(page, 'signing-person')
  await page.getByText('Es una de las partes').waitFor()
  await page.keyboard.down('Control')
  await page.keyboard.down('Enter')
  await page.getByRole('heading', { name: 'Revisa antes de enviar' }).waitFor()
  await expect(page.getByRole('button', { name: 'Enviar a firmar' })).toBeEnabled()
  for (let times = 0; times < 5; times += 1) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await page.keyboard.up('Control')
  expect(await called(page, 'signature-requests.send')).toEqual([])
  await page.keyboard.press('Control+Enter')
  await expect.poll(async () => (await called(page, 'signature-requests.send')).length).toBe(1)
})

test('a double click on the button that reviews does not send', async ({ page }) => {
  await open(page, 'signing-person')
  await page.getByText('Es una de las partes').waitFor()
  const box = await page.getByRole('button', { name: 'Revisar' }).boundingBox()
  if (!box) throw new Error('there is no such button')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.click(x, y)
  const send = page.getByRole('button', { name: 'Enviar a firmar' })
  await expect(send).toBeEnabled()
  // The second click of the two, on the element that replaced the first.
  await send.hover()
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  expect(await called(page, 'signature-requests.send')).toEqual([])
  await send.click()
  await expect.poll(async () => (await called(page, 'signature-requests.send')).length).toBe(1)
})

test('Delete held takes one signer off, and not those that take its place', async ({ page }) => {
  await go(page, { scene: 'contacts', ready: row })
  const before = await page.locator('.contacts [data-row]').count()
  await page.keyboard.down('Delete')
  await expect(page.locator('.contacts [data-row]')).toHaveCount(before - 1)
  for (let times = 0; times < 5; times += 1) await page.keyboard.down('Delete')
  await page.keyboard.up('Delete')
  expect((await called(page, 'contacts.remove')).length).toBe(1)
})

test('what is asked before paying stays as it was opened, however long it stays open', async ({ page }) => {
  await open(page, 'complete-recent')
  await page.getByRole('button', { name: 'Pedir otro informe completo' }).click()
  const use = page.getByRole('button', { name: 'Usar el de hace 3 h' })
  await expect(use).toBeFocused()
  const age = page.locator('.verdict__age')
  const before = (await age.textContent()) ?? ''
  // The report stops being a recent one.
  await page.evaluate(() => window.setNow(new Date(2026, 10, 23, 14, 5).getTime()))
  await expect(age).not.toHaveText(before)
  await expect(use).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog')).toBeHidden()
  expect(await called(page, 'complete.request')).toEqual([])
})

test('labels go to what the dialog was opened for, whatever the list shows since', async ({ page }) => {
  await open(page, 'cases')
  const fourth = page.locator('.case__table [data-row="3"]')
  await fourth.focus()
  const before = (await fourth.textContent()) ?? ''
  await page.keyboard.press('l')
  const dialog = page.getByRole('dialog', { name: 'Etiquetar 1 expediente' })
  await dialog.getByRole('option').first().waitFor()
  await dialog.getByRole('combobox').fill('Fin de mes')
  await page.keyboard.press('Enter')
  // It leaves the view, and the next one takes its place under the dialog.
  await page.evaluate(() => {
    const { scene } = window.bridge
    scene.resources = (scene.resources ?? []).filter(({ id }) => id !== 'prc_3')
    window.bridge.emit('changed', { kind: 'resource', ids: ['prc_3'], version: 1 })
  })
  await expect(fourth).not.toHaveText(before)
  await dialog.getByRole('button', { name: 'Guardar etiquetas' }).click()
  await expect
    .poll(() => called(page, 'cases.label'))
    .toEqual([{ selection: { ids: ['prc_3'] }, add: ['Fin de mes'], remove: [] }])
})

test('Enter in the palette runs what was marked, also when answers come before it', async ({ page }) => {
  await open(page, 'cases')
  await page.evaluate(() => {
    window.bridge.scene.holds = ['cases.find', 'lookup.suggest']
  })
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox').fill('nov')
  const marked = page.getByRole('option', { selected: true })
  await expect(marked).toContainText('Novedades')
  const seen = (await marked.textContent()) ?? ''
  await page.evaluate(() => {
    window.bridge.scene.recent = window.bridge.scene.recent.map((one) => ({ ...one, vrm: `NOV${one.vrm}` }))
    window.bridge.release()
  })
  await expect(page.getByRole('option').first()).not.toHaveText(seen)
  await expect(marked).toHaveText(seen)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Novedades' })).toBeVisible()
})

test('«No enviar todavía» while they are being sent stops the rest and takes back those that had begun', async ({
  page,
}) => {
  await open(page, 'outbox')
  await page.evaluate(() => {
    window.bridge.scene.holds = ['procedures.send']
  })
  await page.getByRole('button', { name: 'Enviar los 2 listos…' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Enviar los 2 a Tráfico' }).click()
  await expect.poll(async () => (await called(page, 'procedures.send')).length).toBe(1)
  await dialog.getByRole('button', { name: 'No enviar todavía' }).click()
  await expect(dialog).toBeHidden()
  await page.evaluate(() => {
    window.bridge.scene.holds = []
    window.bridge.release()
  })
  await expect.poll(async () => (await called(page, 'procedures.undo')).length).toBe(1)
  expect((await called(page, 'procedures.send')).length).toBe(1)
})

test('a second Delete on a document that is going does not lose its way back', async ({ page }) => {
  await open(page, 'documents')
  await documents(page)
  await page.evaluate(() => {
    window.bridge.scene.holds = ['procedures.document-remove']
  })
  const first = page.locator('[data-document] .row').first()
  const id = await page.locator('[data-document]').first().getAttribute('data-document')
  await first.focus()
  await page.keyboard.press('Delete')
  await page.keyboard.press('Delete')
  await expect.poll(async () => (await called(page, 'procedures.document-remove')).length).toBe(1)
  await page.evaluate(() => {
    window.bridge.scene.holds = []
    window.bridge.release()
  })
  await expect(page.locator(`[data-document="${id}"]`)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Deshacer' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('the connection coming back does not put sending under a finger', async ({ page }) => {
  await open(page, 'wizard-offline')
  const send = page.getByRole('button', { name: 'Enviar a Tráfico' })
  const finish = page.getByRole('button', { name: 'Dejar por enviar' })
  await expect(finish).toBeEnabled()
  const place = await finish.boundingBox()
  await page.evaluate(() => window.bridge.setSlice('connection', { state: 'online', since: 0, attempts: 0 }))
  await expect(send).toBeEnabled()
  expect(await finish.boundingBox()).toEqual(place)
})
