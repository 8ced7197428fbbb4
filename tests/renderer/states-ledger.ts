import type { Page } from '@playwright/test'
import type { State } from './states.ts'

const heading = (name: string | RegExp) => (page: Page) =>
  page.getByRole('heading', { name }).first().waitFor()
const words = (text: string | RegExp) => (page: Page) => page.getByText(text).first().waitFor()

/** *Cuenta* on screen: the section is below the fold of the page. */
const account = async (page: Page) => {
  const section = page.getByRole('heading', { name: 'Cuenta', exact: true })
  await section.waitFor()
  await section.evaluate((element) => element.scrollIntoView())
}
const dialog = (page: Page) => page.locator('dialog[open]').waitFor()
const openTariff = async (page: Page) => {
  await page.getByRole('button', { name: /^Tarifas…|^Ver la tarifa/ }).click()
  await dialog(page)
  await page.getByRole('button', { name: 'Añadir línea' }).waitFor()
}
/** Types an amount in the new entry of the section. */
const typeAmount = async (page: Page, amount: string) => {
  await account(page)
  await page.getByLabel('Importe').fill(amount)
}

/** States of the ledger. */
export const LEDGER_STATES: readonly State[] = [
  { name: 'ledger-section', ready: account, does: account, narrow: true },
  { name: 'ledger-section-empty', ready: account, does: account },
  { name: 'ledger-section-corrected', ready: account, does: account, narrow: true },
  { name: 'ledger-section-alike', ready: account, does: account, narrow: true },
  { name: 'ledger-section-failed', ready: account, does: account },
  { name: 'ledger-section-hidden', ready: account, does: account },
  { name: 'ledger-section-offline', ready: account, does: account },
  {
    name: 'ledger-section-fee',
    scene: 'ledger-section',
    ready: account,
    does: async (page) => {
      await account(page)
      await page.getByText('Honorarios', { exact: true }).first().click()
      await page.getByLabel('Importe sin IVA').fill('60')
    },
  },
  {
    name: 'ledger-section-ambiguous',
    scene: 'ledger-section-empty',
    ready: account,
    does: (page) => typeAmount(page, '12,500'),
  },
  {
    name: 'ledger-section-wrong',
    scene: 'ledger-section-empty',
    ready: account,
    does: async (page) => {
      await typeAmount(page, 'doce')
      await page.keyboard.press('Enter')
      await words('No es un importe')(page)
    },
  },
  {
    name: 'ledger-section-refused',
    ready: account,
    does: async (page) => {
      await typeAmount(page, '20')
      await page.keyboard.press('Enter')
      await words('No se ha apuntado.')(page)
    },
  },
  {
    name: 'ledger-section-correct',
    scene: 'ledger-section',
    ready: account,
    does: async (page) => {
      await page.getByRole('button', { name: /^Anular ITP/ }).click()
      await dialog(page)
    },
  },
  {
    name: 'ledger-section-menu',
    scene: 'ledger-section',
    ready: account,
    does: async (page) => {
      await account(page)
      await page.getByRole('button', { name: 'Para el cliente' }).click()
      await page.getByRole('menuitem', { name: 'Liquidación en PDF' }).waitFor()
    },
  },
  { name: 'ledger', ready: words('Guadalquivir'), narrow: true },
  { name: 'ledger-none', ready: heading('Todavía no hay clientes') },
  { name: 'ledger-hidden', ready: words('renting') },
  { name: 'ledger-offline', ready: words('Guadalquivir') },
  { name: 'ledger-loading', ready: heading('Cobros') },
  { name: 'ledger-failed', ready: words('No se han podido leer los cobros') },
  {
    name: 'ledger-searched',
    scene: 'ledger',
    ready: words('Guadalquivir'),
    does: async (page) => {
      await page.getByRole('searchbox').fill('zzz')
      await heading('Ninguno así')(page)
    },
  },
  { name: 'ledger-tariff', scene: 'ledger', ready: words('Guadalquivir'), narrow: true, does: openTariff },
  { name: 'ledger-client', ready: words('Saldo final'), narrow: true },
  { name: 'ledger-client-hidden', ready: words('Saldo final') },
  { name: 'ledger-client-empty', ready: heading('Sin apuntes en noviembre de 2026') },
  { name: 'ledger-client-loading', ready: heading('Cuenta de un cliente') },
  { name: 'ledger-client-failed', ready: words('No se ha podido leer la cuenta') },
  { name: 'ledger-client-tariff', scene: 'ledger-client', ready: words('Saldo final'), does: openTariff },
]
