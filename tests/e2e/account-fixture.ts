import { expect, type Page } from '@playwright/test'
import type { Application } from '#tests/fakes/application.ts'
import type { ServiceProcess } from '#tests/fakes/service-process.ts'

export const KEY = 'clave-de-la-oficina-0123456789'
export const PASSPHRASE = 'tres palabras largas'

/** Request of another client to the service. */
export async function elsewhere(service: ServiceProcess, method: string, path: string, body: object) {
  const answer = await fetch(`${service.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(answer.ok, `${method} ${path}: ${answer.status}`).toBe(true)
  return (await answer.json()) as { id: string; webUrl: string }
}

export const transfer = (service: ServiceProcess, vrm = '3308KDR') =>
  elsewhere(service, 'POST', '/v1/procedures/transfer', {
    vrm,
    taxableBase: 8250,
    invoiceNumber: 'F-2026/0859',
    userEmail: 'marta@gestoriaribera.example',
    documents: [],
  })

/** Fills the form of a new account, with a passphrase instead of the keychain that this PC does not have. */
export async function addAccount(page: Page, url: string, key = KEY) {
  await page.getByRole('link', { name: 'Ajustes' }).click()
  const create = page.getByRole('button', { name: 'Crear una frase' })
  const add = page.getByRole('button', { name: 'Añadir cuenta' })
  await create
    .or(add.and(page.locator(':enabled')))
    .first()
    .waitFor()
  if (await create.isVisible()) {
    await create.click()
    await page.getByLabel('Frase de paso nueva').fill(PASSPHRASE)
    await page.getByLabel('Repítela').fill(PASSPHRASE)
    await page.getByRole('button', { name: 'Crear el archivo protegido' }).click()
    await expect(page.getByText('Claves protegidas')).toBeVisible()
  }
  await add.click()
  const dialog = page.getByRole('dialog', { name: 'Añadir una cuenta' })
  await dialog.getByRole('radio', { name: /Pruebas/ }).check()
  await dialog.getByLabel('Nombre').fill('Gestoría Ribera')
  await dialog.getByLabel('Dirección del servicio').fill(url)
  await dialog.getByLabel('Clave de API').fill(key)
  await dialog.getByRole('button', { name: 'Añadir cuenta' }).click()
  return dialog
}

/** Works with the account that was added. */
export async function useAccount(page: Page) {
  await page.getByRole('button', { name: 'Trabajar con ella ahora' }).click()
  await expect(page.getByText('PRUEBAS', { exact: true })).toBeVisible()
}

/** Adds the account of the service, and works with it. */
export async function enterAccount(page: Page, application: Application, service: ServiceProcess) {
  await page.goto(application.entry)
  await addAccount(page, service.url)
  await useAccount(page)
}
