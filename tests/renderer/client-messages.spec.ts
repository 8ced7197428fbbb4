import type { Page } from '@playwright/test'
import { called, open, settled, tabTo } from './actions.ts'
import { button, clipboard, ID } from './procedure-actions.ts'
import { expect, test } from './seeded-test.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Mensaje para el cliente' })
const opener = (page: Page) => page.getByRole('button', { name: 'Al cliente', exact: true })
const inDialog = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true })
const message = (page: Page) => dialog(page).getByRole('group', { name: 'Mensaje' })
const person = (page: Page, name: string | RegExp) => dialog(page).getByRole('radio', { name })

/** Links that the page opens, instead of leaving it. */
async function catchLinks(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const seen: string[] = []
    Object.assign(window, { links: seen })
    HTMLAnchorElement.prototype.click = function () {
      seen.push(this.href)
    }
    window.open = () => ({ opener: null, document }) as unknown as Window
  })
  return () => page.evaluate(() => (window as unknown as { links: string[] }).links)
}

test('by keyboard alone: opened, a person chosen, the names seen, and copied whole', async ({ page }) => {
  await open(page, 'client-message')
  await page.keyboard.press('w')
  await expect(person(page, /^Cliente/)).toBeFocused()
  await expect(message(page)).toHaveText(/^Hola, •••••\..*otra copia que se lea bien/)
  const everything = () => dialog(page).evaluate((element) => element.outerHTML)
  expect(await everything()).not.toMatch(/Lozano|Nuria|Ferrer|Alcaraz|912|@/)
  await page.keyboard.press('ArrowDown')
  await expect(person(page, /^Adquirente/)).toBeChecked()
  await expect(message(page)).toHaveText(/^Hola, •••••\./)

  await tabTo(page, 'Mostrar nombres')
  await page.keyboard.press('Enter')
  await expect(message(page)).toHaveText(/^Hola, Nuria Ferrer Castell\./)
  await expect(dialog(page).getByText('+351 912 345 678 · nuria@ferrer.es')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(message(page)).toHaveText(/^Hola, •••••\./)
  await expect(dialog(page).getByText('Se copia y se envía el texto entero')).toBeVisible()

  await tabTo(page, /^Copiar$/)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Mensaje copiado entero')).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  expect(await clipboard(page)).toMatch(/^Hola, Nuria Ferrer Castell\. .*3308 KDR.*«DNI del comprador»/)
  expect(await called(page, 'client-messages.give')).toMatchObject([
    { about: { kind: 'procedure', id: ID }, to: 'buyer', channel: 'copy' },
  ])
})

test('by mouse alone: by mail to one and by WhatsApp to another, by links that the core built', async ({
  page,
}) => {
  await open(page, 'client-message')
  const links = await catchLinks(page)
  await opener(page).click()
  await person(page, /^Transmitente/).click()
  // The chat is chosen in WhatsApp if no telephone is known.
  await expect(inDialog(page, 'WhatsApp')).toBeEnabled()
  await inDialog(page, 'Correo').click()
  await expect(dialog(page)).toHaveCount(0)
  await opener(page).click()
  // The choice of before is not kept.
  await expect(person(page, /^Cliente/)).toBeChecked()
  await person(page, /^Adquirente/).click()
  await dialog(page).getByLabel('Texto').selectOption({ label: 'Con incidencia' })
  await expect(message(page)).toHaveText(/hace falta resolver algo/)
  await inDialog(page, 'WhatsApp').click()
  await expect(dialog(page)).toHaveCount(0)
  const [mail = '', whatsApp = ''] = await links()
  expect(mail).toMatch(
    /^mailto:taller@alcaraz\.es\?subject=Transferencia%20%C2%B7%203308%20KDR&body=Hola%2C%20Hnos/,
  )
  expect(whatsApp).toMatch(/^https:\/\/wa\.me\/351912345678\?text=Hola%2C%20Nuria/)
  expect(new URL(page.url()).search).toBe('')
})

test('a host with programs opens it, and the page opens nothing', async ({ page }) => {
  await open(page, 'client-message-desktop')
  const links = await catchLinks(page)
  await opener(page).click()
  await person(page, /^Adquirente/).click()
  await inDialog(page, 'Correo').click()
  await expect(dialog(page)).toHaveCount(0)
  expect(await links()).toEqual([])
})

test('a link that is not one of ours is opened by nobody', async ({ page }) => {
  await open(page, 'client-message')
  const links = await catchLinks(page)
  await page.evaluate(() => {
    const { call } = window.bridge
    window.bridge.call = ((name: string, args: never) =>
      name === 'client-messages.give'
        ? Promise.resolve({ ok: true, value: { url: 'https://evil.example/?text=a', text: null } })
        : call.call(window.bridge, name as never, args)) as typeof call
  })
  await opener(page).click()
  await person(page, /^Adquirente/).click()
  await inDialog(page, 'Correo').click()
  await expect(page.getByText('no ha dejado abrirlo')).toBeVisible()
  expect(await links()).toEqual([])
})

test('what could not be copied, or opened, is recorded as that; opened after all, as that too', async ({
  page,
}) => {
  await open(page, 'client-message')
  const outcomes = async () =>
    (await called(page, 'client-messages.outcome')).map((asked) => {
      const { channel, result } = asked as { channel: string; result: string }
      return `${channel} ${result}`
    })
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))
  })
  await opener(page).click()
  await inDialog(page, 'Copiar').click()
  await expect.poll(outcomes).toEqual(['copy failed'])

  await page.evaluate(() => {
    window.open = () => null
  })
  await opener(page).click()
  await person(page, /^Adquirente/).click()
  await inDialog(page, 'WhatsApp').click()
  const again = page.getByRole('button', { name: 'Abrir', exact: true })
  await expect(again).toBeVisible()
  await expect.poll(outcomes).toEqual(['copy failed', 'whatsapp failed'])
  await catchLinks(page)
  await again.click()
  await expect.poll(outcomes).toEqual(['copy failed', 'whatsapp failed', 'whatsapp ok'])
})

test('a landline may have no WhatsApp: it is said, and not decided', async ({ page }) => {
  await open(page, 'client-message')
  await page.evaluate(() => {
    const { scene } = window.bridge
    scene.contacts = scene.contacts!.map((contact) => ({
      ...contact,
      fields: { ...contact.fields, phone: contact.fields.phone && '912 345 678' },
    }))
  })
  await opener(page).click()
  await expect(message(page)).toBeVisible()
  await expect(dialog(page).getByText('teléfono fijo')).toHaveCount(0)
  await person(page, /^Adquirente/).click()
  await expect(dialog(page).getByText('Es un teléfono fijo: puede que no tenga WhatsApp.')).toBeVisible()
  await expect(inDialog(page, 'WhatsApp')).toBeEnabled()
})

test('somebody without an address is added where addresses are kept, and can be written to then', async ({
  page,
}) => {
  await open(page, 'client-message')
  await page.keyboard.press('w')
  await expect(inDialog(page, 'Correo')).toBeEnabled()
  await expect(dialog(page).getByText('Eliges a quién en tu correo o en WhatsApp.')).toBeVisible()
  await inDialog(page, 'Añadir en Firmantes').click()
  const contact = page.getByRole('dialog', { name: 'Añadir firmante' })
  await expect(contact.getByLabel('Nombre o razón social')).toHaveValue('Lozano Ocasión, S.L.')
  await contact.getByLabel('DNI, NIE o NIF').fill('B12345674')
  await contact.getByLabel('Teléfono').fill('612 345 678')
  await contact.getByRole('button', { name: 'Guardar' }).click()
  await expect(contact).toHaveCount(0)
  await expect(inDialog(page, 'WhatsApp')).toBeEnabled()
  await expect(dialog(page).getByText('Sin correo en Firmantes: lo eliges en tu programa.')).toBeVisible()
  await expect(inDialog(page, 'Completar en Firmantes')).toBeVisible()
})

test('what changed while it was read is not given: the new text is there, to be looked at', async ({
  page,
}) => {
  await open(page, 'client-message')
  await page.keyboard.press('w')
  await expect(message(page)).toBeVisible()
  // The core knows already, and has not said so yet.
  await page.evaluate((id) => {
    const notes = window.bridge.scene.annotations![id]!
    window.bridge.scene.annotations![id] = { ...notes, fields: { ...notes.fields, client: 'Otra, S.A.' } }
  }, ID)
  await inDialog(page, 'Copiar').click()
  await expect(dialog(page).getByText('Algo ha cambiado mientras lo leías')).toBeVisible()
  await page.evaluate(() => window.bridge.emit('changed', { kind: 'resource', ids: [], version: 9 }))
  await settled(page)
  await inDialog(page, 'Copiar').click()
  await expect(page.getByText('Mensaje copiado entero')).toBeVisible()
  expect(await clipboard(page)).toMatch(/^Hola, Otra, S\.A\. /)
})

test('a held key gives nothing twice, and none acts behind the dialog', async ({ page }) => {
  await open(page, 'client-message')
  await opener(page).focus()
  await page.keyboard.down('Enter')
  await page.keyboard.down('Enter')
  await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await expect(dialog(page)).toBeVisible()
  expect(await called(page, 'client-messages.give')).toEqual([])
  await tabTo(page, /^Copiar$/)
  await page.keyboard.down('Enter')
  await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await expect(page.getByText('Mensaje copiado entero')).toBeVisible()
  expect(await called(page, 'client-messages.give')).toHaveLength(1)
})

test('a text too long for a link is only copied, and one that names an unknown field is not used', async ({
  page,
}) => {
  await open(page, 'client-message-long')
  await page.keyboard.press('w')
  await person(page, /^Adquirente/).click()
  for (const name of ['Correo', 'WhatsApp']) await expect(inDialog(page, name)).toBeDisabled()
  await expect(dialog(page).getByText('cópialo y pégalo')).toBeVisible()
  await expect(inDialog(page, 'Copiar')).toBeEnabled()

  await open(page, 'client-message-broken')
  await page.keyboard.press('w')
  await expect(message(page)).toHaveText(/otra copia que se lea bien/)
  await inDialog(page, 'Corregir en Ajustes').click()
  await expect(page.getByRole('heading', { name: 'Textos', level: 2 })).toBeFocused()
})

test('the answer of a verdict: copied with its key it is recorded, and the office’s own text is the one', async ({
  page,
}) => {
  await open(page, 'client-message-plate')
  await page.evaluate(() => {
    window.bridge.scene.clientTexts = { own: { 'verdict:transferable': 'Adelante con {matrícula}.' } }
    window.bridge.setView(window.bridge.scene.views['1234BCD']!)
  })
  await expect(page.getByText('Adelante con 1234 BCD.')).toBeVisible()
  await page.keyboard.press('Alt+c')
  await expect.poll(() => called(page, 'client-messages.copied')).toEqual([{ vrm: '1234BCD' }])
  expect(await clipboard(page)).toMatch(/^Adelante con 1234 BCD\./)
  await page.keyboard.press('Alt+w')
  await expect(inDialog(page, 'Copiar')).toBeFocused()
  await expect(inDialog(page, 'WhatsApp')).toBeEnabled()
})

test.describe('Ajustes › Textos', () => {
  const edited = (page: Page) => page.getByRole('textbox', { name: /^Texto/ })
  const editor = (page: Page, name: string) => page.getByRole('dialog', { name: `Texto: ${name}` })

  test('by keyboard alone: what is misspelt is said while typing and refused, and a field is put in', async ({
    page,
  }) => {
    await open(page, 'client-texts')
    await button(page, 'Cambiar el texto de Pendiente').focus()
    await page.keyboard.press('Enter')
    await tabTo(page, /^Texto/, 'textbox')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('Va bien, {matrcula}')
    const dialogOf = editor(page, 'Pendiente')
    await expect(dialogOf.getByText('¿Querías decir {matrícula}?')).toBeVisible()
    await expect(edited(page)).toHaveAttribute('aria-invalid', 'true')
    await tabTo(page, 'Guardar')
    await page.keyboard.press('Enter')
    await expect(edited(page)).toBeFocused()
    expect(await called(page, 'client-texts.save')).toEqual([])

    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('Va bien, ')
    await tabTo(page, 'Insertar {matrícula}')
    await page.keyboard.press('Enter')
    await expect(edited(page)).toBeFocused()
    await expect(dialogOf.getByText('Va bien, 1234 BCD')).toBeVisible()
    await tabTo(page, 'Guardar')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Texto guardado')).toBeVisible()
    expect(await called(page, 'client-texts.save')).toEqual([
      { situation: 'state:PENDING', text: 'Va bien, {matrícula}' },
    ])
    await expect(page.getByText('Va bien, {matrícula}')).toBeVisible()
  })

  test('by mouse alone: another group, and back to the original', async ({ page }) => {
    await open(page, 'client-texts')
    await expect(page.getByText('se usa el original')).toBeVisible()
    await button(page, 'Cambiar el texto de Finalizado').click()
    await editor(page, 'Finalizado').getByRole('button', { name: 'Volver al original' }).click()
    await expect(page.getByText('Vuelve a usarse el original')).toBeVisible()
    await expect(page.getByText('Ya está terminado {trámite}')).toBeVisible()
    await page.getByLabel('Situación').selectOption({ label: 'Firmas' })
    await expect(button(page, 'Cambiar el texto de Caducada')).toBeVisible()
    await expect(button(page, 'Cambiar el texto de Finalizado')).toHaveCount(0)
  })
})

test('a text is changed before it is copied, for one person, and is there again after another one', async ({
  page,
}) => {
  await open(page, 'client-message')
  await opener(page).click()
  await person(page, /^Adquirente/).click()
  await inDialog(page, 'Cambiar el texto').click()
  const area = dialog(page).getByRole('textbox', { name: 'Mensaje' })
  await expect(area).toBeFocused()
  await expect(area).toHaveValue(/^Hola, Nuria Ferrer Castell\./)
  await area.fill('   ')
  await expect(dialog(page).getByText('Escribe el mensaje')).toBeVisible()
  for (const name of ['Copiar', 'WhatsApp']) await expect(inDialog(page, name)).toBeDisabled()
  await area.fill('ñ'.repeat(2_000))
  await expect(dialog(page).getByText('Es demasiado largo para abrirlo en otro programa')).toBeVisible()
  await area.fill('Hola, Nuria. Falta el contrato de compraventa.')
  await person(page, /^Transmitente/).click()
  await expect(message(page)).toBeVisible()
  // A press beside the dialog loses nothing that was written, and Escape only when it is pressed again.
  await page.mouse.click(4, 4)
  await page.keyboard.press('Escape')
  await expect(dialog(page).getByText('al cerrar se pierde')).toBeVisible()
  await person(page, /^Transmitente/).focus()
  await page.keyboard.press('ArrowUp')
  await expect(person(page, /^Adquirente/)).toBeFocused()
  await expect(area).toHaveValue('Hola, Nuria. Falta el contrato de compraventa.')
  // The file moves on meanwhile.
  await page.evaluate((id) => {
    const { bridge } = window
    bridge.scene.resources = bridge.scene.resources!.map((view) =>
      view.id === id
        ? { ...view, body: { ...(view.body as object), incidents: [] }, status: 'IN_PROGRESS' }
        : view,
    )
    bridge.emit('changed', { kind: 'resource', ids: [id], version: 2 })
  }, ID)
  await expect(dialog(page).getByText('El texto preparado ha cambiado')).toBeVisible()
  await expect(area).toHaveValue('Hola, Nuria. Falta el contrato de compraventa.')
  await inDialog(page, 'Copiar').click()
  await expect(page.getByText('Mensaje copiado entero')).toBeVisible()
  expect(await clipboard(page)).toBe('Hola, Nuria. Falta el contrato de compraventa.')

  await opener(page).click()
  await inDialog(page, 'Cambiar el texto').click()
  await area.fill('Otra cosa')
  await inDialog(page, 'Volver al texto preparado').click()
  await expect(message(page)).toHaveText(/^Hola, •••••\./)
  await expect(inDialog(page, 'Cambiar el texto')).toBeFocused()
  await inDialog(page, 'Cambiar el texto').click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
})
