import { expect, test } from './seeded-test.ts'

/** Controls of what an administrator set. */
const open = (scene: string) => `/ajustes?state=${scene}`

test('a fixed setting shows its value, cannot be changed, and says why to everybody', async ({ page }) => {
  await page.goto(open('managed'))
  const minutes = page.getByRole('textbox', { name: 'Bloquear si nadie la usa' })
  await expect(minutes).toHaveValue('10')
  await expect(minutes).toHaveAccessibleDescription('Lo fija tu administrador')
  await expect(minutes).not.toBeEditable()
  await minutes.focus()
  await page.keyboard.type('5')
  await page.keyboard.press('Enter')
  await expect(minutes).toHaveValue('10')

  for (const name of ['Bloquear con el equipo', 'Ofrecer la matrícula del portapapeles']) {
    const control = page.getByRole('switch', { name })
    await expect(control).toBeDisabled()
    await expect(control).toHaveAccessibleDescription('Lo fija tu administrador')
  }
  const shortcut = page.getByRole('button', { name: 'Cambiar el atajo' })
  await expect(shortcut).toBeDisabled()
  await expect(shortcut).toHaveAccessibleDescription('Lo fija tu administrador')
  await expect(page.getByRole('button', { name: 'Quitar', exact: true })).toBeDisabled()
  // What nobody fixed is as ever.
  await expect(page.getByRole('textbox', { name: 'Quién trabaja en este equipo' })).toBeEditable()
})

test('the search of Ajustes finds what is fixed, by its name and by the administrator', async ({ page }) => {
  await page.goto(open('managed'))
  for (const query of ['administrador', 'PIN obligatorio', 'directiva']) {
    await page.getByRole('searchbox', { name: 'Buscar un ajuste' }).fill(query)
    await expect(page.getByRole('heading', { name: 'Administración del equipo' })).toBeVisible()
  }
})

test('an account that was prepared lacks only its key', async ({ page }) => {
  await page.goto(open('managed-offers'))
  await page.getByRole('button', { name: 'Poner la clave de Gestoría Ribera', exact: true }).click()
  const dialog = page.getByRole('dialog')
  for (const [name, value] of [
    ['Nombre', 'Gestoría Ribera'],
    ['Dirección del servicio', 'https://api.operador.example'],
  ] as const) {
    const field = dialog.getByRole('textbox', { name })
    await expect(field).toHaveValue(value)
    await expect(field).not.toBeEditable()
  }
  await dialog.getByLabel('Clave de API', { exact: true }).fill('office-key-0123456789-ABCD')
  await dialog.getByRole('button', { name: 'Añadir cuenta' }).click()
  await expect(page.getByRole('dialog')).toContainText('Gestoría Ribera está en este equipo')
  await page.getByRole('button', { name: 'Ahora no' }).click()
  await expect(
    page.getByRole('button', { name: 'Poner la clave de Gestoría Ribera', exact: true }),
  ).toHaveCount(0)
})

test('where no other account may be added, every way to add one leads to a prepared one', async ({
  page,
}) => {
  await page.goto(open('managed-offers'))
  await expect(page.getByRole('button', { name: 'Añadir cuenta' })).toBeDisabled()
  await page.getByRole('button', { name: /^Cuenta en uso/ }).click()
  await page
    .getByRole('menuitem', { name: /^Añadir/ })
    .first()
    .click()
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Nombre' })).toHaveValue(
    'Gestoría Ribera',
  )
})

test('the first PIN opens, and nothing is shown before it', async ({ page }) => {
  await page.goto('/consulta?state=managed-first-pin')
  await expect(page.getByRole('heading', { name: 'Pon un PIN para empezar' })).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  expect(await page.title()).toBe('Ventanilla')
  await expect(page.getByLabel('PIN nuevo', { exact: true })).toBeFocused()
  await page.getByLabel('PIN nuevo', { exact: true }).fill('4711')
  await page.getByLabel('Repítelo', { exact: true }).fill('4712')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Los dos no son iguales.')).toBeVisible()
  await page.getByLabel('Repítelo', { exact: true }).fill('4711')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Consulta', level: 1 })).toBeVisible()
})

test('while the first PIN is asked for, it is said that the application does not answer, or has closed', async ({
  page,
}) => {
  await page.goto('/consulta?state=managed-first-pin')
  await page.getByLabel('PIN nuevo', { exact: true }).fill('4711')
  await page.evaluate(() => window.bridge.setLink('lost'))
  await expect(page.getByRole('alert')).toBeVisible()
  await page.evaluate(() => window.bridge.setLink('connected'))
  await expect(page.getByRole('alert')).toHaveCount(0)
  // What was typed stays.
  await expect(page.getByLabel('PIN nuevo', { exact: true })).toHaveValue('4711')
  await page.evaluate(() => window.bridge.setLink('closed'))
  await expect(page.getByText('Ventanilla se ha cerrado o se ha reiniciado.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Poner PIN' })).toHaveCount(0)
})
