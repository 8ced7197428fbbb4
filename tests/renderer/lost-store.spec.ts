import { expect, test } from './seeded-test.ts'
import { PASSPHRASE } from './harness/fake-office.ts'
import { called, open } from './actions.ts'

const restore = /^Restaurar la copia del /

test('data that are gone: the newest copy is restored with the passphrase of the keychain', async ({
  page,
}) => {
  await open(page, 'store-lost')
  await expect(
    page.getByText('214 expedientes, 38 firmas, 1.320 consultas y 3 borradores y envíos'),
  ).toBeVisible()
  await page.getByRole('button', { name: restore }).click()
  await expect(page.getByText('Han vuelto 210 expedientes')).toBeVisible()
  expect(await called(page, 'store.restore')).toEqual([{ name: 'ventanilla-p-1.vcopia' }])
  await expect(page.getByRole('heading', { name: 'Faltan los datos' })).toBeHidden()
})

test('of several copies the newest is proposed, a larger one is said, and an older one may be chosen', async ({
  page,
}) => {
  await open(page, 'store-lost-copies')
  const choice = page.getByRole('combobox', { name: 'Copia' })
  await expect(choice.getByRole('option')).toHaveCount(3)
  await expect(choice).toHaveValue('ventanilla-p-1.vcopia')
  await expect(page.getByText('guarda bastante más')).toBeVisible()
  await choice.selectOption('ventanilla-p-60.vcopia')
  await expect(page.getByText('Es 59 días anterior a la propuesta')).toBeVisible()
  await page.getByRole('button', { name: restore }).click()
  await expect(page.getByText('Han vuelto 210 expedientes')).toBeVisible()
  expect(await called(page, 'store.restore')).toEqual([{ name: 'ventanilla-p-60.vcopia' }])
})

test('the passphrase is asked for where the keychain has none, and a wrong one is said at its field', async ({
  page,
}) => {
  await open(page, 'store-lost-passphrase')
  const field = page.getByRole('textbox', { name: 'Frase de paso de la copia' })
  await page.getByRole('button', { name: restore }).click()
  await expect(page.getByText('Escribe la frase de paso con la que se hizo.')).toBeVisible()
  await expect(field).toBeFocused()
  await field.fill('otra que no es')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Esa no es la frase de paso.')).toBeVisible()
  await field.fill(PASSPHRASE)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Han vuelto 210 expedientes')).toBeVisible()
})

test('the account begins anew only after saying so, and leads to where a copy is restored', async ({
  page,
}) => {
  await open(page, 'store-lost-no-copy')
  await page.getByRole('button', { name: 'Empezar de cero' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByRole('button', { name: 'Dejarlo como está' })).toBeFocused()
  await page.keyboard.press('Enter')
  expect(await called(page, 'store.set-aside')).toEqual([])
  await page.getByRole('button', { name: 'Empezar de cero' }).click()
  await dialog.getByRole('button', { name: 'Empezar de cero' }).click()
  await expect(page.getByRole('heading', { name: 'Copia de seguridad' })).toBeVisible()
})

test('data that are older than they were can be used as they are', async ({ page }) => {
  await open(page, 'store-shorter')
  await page.getByRole('button', { name: 'Seguir con lo que hay' }).click()
  await expect.poll(() => called(page, 'store.accept')).toEqual([{}])
})
