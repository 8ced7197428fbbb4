import type { Page } from '@playwright/test'
import { openPending } from './actions.ts'
import { ABOUT_STATES } from './states-about.ts'
import { INBOX_STATES } from './states-inbox.ts'
import { MANAGED_STATES } from './states-managed.ts'
import { OFFICE_STATES } from './states-office.ts'
import { DESK_STATES } from './states-cases.ts'
import { CLIENT_STATES } from './states-client.ts'
import { DOCUMENT_STATES } from './states-documents.ts'
import { PAPER_STATES } from './states-papers.ts'
import { EXTENSION_STATES } from './states-extension.ts'
import { UPDATE_STATES } from './states-updates.ts'
import { DEALER_STATES } from './states-dealers.ts'
import { CLIENT_REQUEST_STATES } from './states-client-requests.ts'
import { CLIENT_RECORD_STATES } from './states-clients.ts'
import { LEDGER_STATES } from './states-ledger.ts'
import { FIGURE_STATES } from './states-figures.ts'
import { PLATE_LIST_STATES } from './states-plate-lists.ts'
import { WATCH_STATES } from './states-watches.ts'
import { TRANSFER_BATCH_STATES } from './states-transfer-batches.ts'
import { TYPED_ONCE_STATES } from './states-typed-once.ts'
import { WIZARD_STATES } from './states-wizard.ts'
import { HELP_STATES } from './states-help.ts'
import { PDF_STATES } from './states-pdf.ts'
import { PROCEDURE_STATES } from './states-procedure.ts'
import { QUICK_LOOKUP_STATES } from './states-quick-lookup.ts'
import { GLOBAL_SHORTCUT_STATES } from './states-global-shortcut.ts'
import { RELAY_STATES } from './states-relay.ts'
import { RESOURCE_STATES } from './states-resources.ts'
import { SIGNATURE_REQUEST_STATES } from './states-signature-request.ts'
import { TRAINING_STATES } from './states-training.ts'

export interface State {
  name: string
  /** Name of the scene in `harness/scenes.ts`, if it differs. */
  scene?: string
  /** Actions before checking it. */
  does?: (page: Page) => Promise<void>
  /** Also at 1024 and 320. */
  narrow?: boolean
  ready: (page: Page) => Promise<void>
}

export const field = (page: Page) => page.getByRole('combobox', { name: 'Matrícula' })
const heading = (words: string | RegExp) => (page: Page) =>
  page.getByRole('heading', { name: words }).first().waitFor()
const type = (text: string) => async (page: Page) => {
  await field(page).fill(text)
  await field(page).press('Enter')
}

const words = (text: string) => (page: Page) => page.getByText(text).first().waitFor()
const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()
const ask = async (page: Page) => {
  await page.getByRole('heading', { name: 'No transferible' }).waitFor()
  await page.keyboard.press('Alt+i')
  await page.locator('dialog[open]').waitFor()
}
/** The service refuses the key while a page is open. */
export const refuseKey = async (page: Page) => {
  await page.evaluate(() => {
    const { bridge } = window
    bridge.setSlice('connection', { ...bridge.scene.slices.connection, state: 'unauthorized' })
  })
  await words('La clave de API no es válida')(page)
}
const addPc = press('Añadir otro puesto')
const openHistory = (title: string) => async (page: Page) => {
  await page.getByRole('button', { name: title }).click()
  await page.getByRole('dialog').waitFor()
}
export const openPdf = async (page: Page) => {
  await page.getByRole('button', { name: 'Ver PDF oficial' }).click()
  await page.locator('.pdf-page canvas[data-drawn="true"]').first().waitFor()
}
export const toSection = (name: string) => (page: Page) =>
  page.getByRole('navigation', { name: 'Secciones de Ajustes' }).getByRole('link', { name }).click()
/** Sets the browser's notification permission. */
export const permit = (permission: NotificationPermission) => (page: Page) =>
  page.evaluate((answer) => {
    Object.defineProperty(Notification, 'permission', { get: () => answer, configurable: true })
    dispatchEvent(new Event('focus'))
  }, permission)
export const toNotices = (permission: NotificationPermission) => async (page: Page) => {
  await permit(permission)(page)
  await toSection('Avisos')(page)
}
const diagnose = async (page: Page) => {
  await toSection('Diagnóstico')(page)
  await press('Comprobar todo')(page)
  await page.getByText('2 cosas que mirar').waitFor()
}
const submitAccount = (page: Page) =>
  page.locator('dialog').getByRole('button', { name: 'Añadir cuenta' }).click()
const fillAccount = async (page: Page) => {
  await press('Añadir cuenta')(page)
  await page.getByLabel('Nombre', { exact: true }).fill('Autos Levante')
  await page.getByLabel('Dirección del servicio').fill('https://api.operador.example/v1/')
  await page.getByLabel('Clave de API', { exact: true }).fill('Bearer sk_live_0123456789abcdef')
  await submitAccount(page)
}

const openPalette = async (page: Page) => {
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('dialog').waitFor()
}

/** Types in the field of Consulta, and waits for an option. */
const typeInField = (text: string, option: string | RegExp) => async (page: Page) => {
  await page.keyboard.press('Control+1')
  await field(page).fill(text)
  await page.getByRole('option', { name: option }).first().waitFor()
}

const scene = (name: string, ready: State['ready'], rest: Partial<State> = {}): State => ({
  name,
  ready,
  ...rest,
})

export const STATES: readonly State[] = [
  scene('first-run', heading('Prueba con una de estas'), { narrow: true }),
  scene('empty-with-history', heading('Así se reconoce una matrícula')),
  scene('demo-with-history', heading('Prueba con una de estas')),
  scene('alerts', heading('Transferible con avisos'), { narrow: true }),
  scene('transferable', heading('Transferible')),
  scene('not-transferable', heading('No transferible')),
  scene('outcome-error', heading('No registrada o fallo técnico')),
  scene('unrecognised', heading('Respuesta desconocida'), { narrow: true }),
  scene('cached', heading('Transferible'), { narrow: true }),
  scene('cached-slow', heading('Transferible')),
  scene('cached-queued', heading('Transferible')),
  scene('cached-failed', heading('Transferible')),
  scene('stale', heading('Transferible')),
  scene('no-vehicle-data', heading('Transferible')),
  scene('consulting', heading('Consultando…')),
  scene('slow', heading('Consultando…')),
  scene('queued', heading('Sin veredicto todavía'), { narrow: true }),
  scene('retrying', heading('Sin veredicto todavía'), { narrow: true }),
  scene('cached-retrying', heading('Transferible')),
  scene('failed', heading('Sin veredicto')),
  scene('never-asked', heading('Sin consultar')),
  scene('temporary', heading('Transferible')),
  scene('unauthorized', heading('Sin veredicto'), { narrow: true }),
  scene('down', heading('Así se reconoce una matrícula')),
  scene('development', heading('Consulta')),
  scene('set-aside-notice', heading('Consulta'), { narrow: true }),
  scene('store-locked', heading(/no la clave que los abre/), { narrow: true }),
  scene('store-lost', heading('Faltan los datos de esta cuenta.'), { narrow: true }),
  scene('store-lost-passphrase', heading('Faltan los datos de esta cuenta.')),
  scene('store-lost-no-copy', heading('Faltan los datos de esta cuenta.'), { narrow: true }),
  scene('store-shorter', heading('Faltan los datos de esta cuenta.')),
  scene('lost', heading('Consulta')),
  scene('closed', heading(/se ha cerrado/)),
  scene('history', async (page) => page.getByRole('grid').waitFor(), { narrow: true }),
  scene('history-none', heading(/Nada coincide/)),
  scene('history-empty', heading(/Todavía no hay consultas/)),
  ...QUICK_LOOKUP_STATES,
  ...RELAY_STATES,
  ...EXTENSION_STATES,
  ...ABOUT_STATES,
  ...UPDATE_STATES,
  ...RESOURCE_STATES,
  ...PDF_STATES,
  ...HELP_STATES,
  ...PROCEDURE_STATES,
  ...DESK_STATES,
  ...CLIENT_STATES,
  ...DOCUMENT_STATES,
  ...PAPER_STATES,
  ...WIZARD_STATES,
  ...TYPED_ONCE_STATES,
  ...FIGURE_STATES,
  ...PLATE_LIST_STATES,
  ...WATCH_STATES,
  ...DEALER_STATES,
  ...LEDGER_STATES,
  ...CLIENT_REQUEST_STATES,
  ...CLIENT_RECORD_STATES,
  ...TRANSFER_BATCH_STATES,
  ...SIGNATURE_REQUEST_STATES,
  ...TRAINING_STATES,
  ...INBOX_STATES,
  ...OFFICE_STATES,
  ...MANAGED_STATES,
  ...GLOBAL_SHORTCUT_STATES,
  scene('complete-none', heading('No transferible')),
  scene('complete', heading('Impide la transferencia'), { narrow: true }),
  scene('complete-since', heading('Desde el 06/11/2026'), { narrow: true }),
  scene('complete-stale', heading('Impide la transferencia')),
  scene('complete-clean', heading('Transferible')),
  scene('complete-alerts', heading('Transferible con avisos')),
  scene('complete-unknown', heading('Sin clasificar'), { narrow: true }),
  scene('complete-disagrees', heading('No transferible'), { narrow: true }),
  scene('complete-older', heading('No transferible')),
  scene('complete-worse', heading('No transferible'), { narrow: true }),
  scene('complete-missing', heading('Matrícula no registrada')),
  done(
    'complete-aside',
    'complete',
    async (page) => {
      await field(page).fill('0000b')
      await page.getByRole('heading', { name: 'De 0456 LTR: no transferible' }).waitFor()
    },
    { narrow: true },
  ),
  scene('complete-unreadable', words('El servicio ha contestado algo que no se entiende.')),
  scene('complete-queued', words('Informe completo en cola')),
  scene('complete-sending', words('Pidiendo el informe completo…')),
  scene('complete-processing', words('Consultando…')),
  scene('complete-waiting', words('La DGT no responde ahora'), { narrow: true }),
  scene('complete-long', words('Tarda más de lo habitual'), { narrow: true }),
  scene('complete-vanished', heading(/ahora dice que no la encuentra/), { narrow: true }),
  scene('vanished-elsewhere', words('que aceptó')),
  scene('complete-uncertain', heading('No sabemos si se ha pedido'), { narrow: true }),
  scene('complete-failed', words('No se ha pedido el informe completo')),
  scene('complete-not-registered', words('Matrícula no válida o no registrada')),
  scene('complete-unavailable', words('se puede reintentar')),
  scene('complete-memory', heading('No transferible')),
  scene('uncertain-elsewhere', words('No sabemos si se pidió'), { narrow: true }),
  done('complete-ask', 'complete-none', ask, { narrow: true }),
  done('complete-ask-demo', 'complete-demo', ask),
  done('complete-ask-recent', 'complete-recent', ask, { narrow: true }),
  done('complete-ask-memory', 'complete-memory', ask),
  done('complete-history', 'complete', openHistory('Historial de ITV'), { narrow: true }),
  done('complete-history-text', 'complete-unknown', openHistory('Historial de arrendatarios')),
  done('complete-owner', 'complete-unknown', (page) => page.getByRole('button', { name: 'Mostrar' }).click()),
  done('uncertain-found', 'complete-uncertain', press('Lo he encontrado…'), { narrow: true }),
  done('uncertain-resend', 'complete-uncertain', press('Pedirlo otra vez…')),
  done('vanished-resend', 'complete-vanished', press('Pedirlo otra vez…')),
  done('uncertain-discard', 'complete-uncertain', press('Descartarlo…')),
  done('pdf', 'complete', openPdf, { narrow: true }),
  done('pdf-bringing', 'pdf-hangs', async (page) => {
    await press('Ver PDF oficial')(page)
    await page.getByText('Trayendo el PDF…').waitFor()
  }),
  done('pdf-not-one', 'pdf-not-one', async (page) => {
    await press('Ver PDF oficial')(page)
    await page.getByRole('heading', { name: 'Lo que ha llegado no es un PDF.' }).waitFor()
  }),
  done(
    'pdf-offline',
    'pdf-offline',
    async (page) => {
      await press('Ver PDF oficial')(page)
      await page.getByRole('heading', { name: 'No se ha podido conectar.' }).waitFor()
    },
    { narrow: true },
  ),
  scene('settings', heading('Apariencia'), { narrow: true }),
  scene('settings-demo', heading('Apariencia')),
  done('settings-window', 'settings-window', toSection('Ventana'), { narrow: true }),
  done('settings-window-dock', 'settings-window-dock', toSection('Ventana'), { narrow: true }),
  done('settings-window-bare', 'settings-window-bare', toSection('Ventana')),
  done('demo-renew', 'settings-demo', press('Volver a la oficina de ejemplo')),
  done('demo-empty', 'settings-demo', press('Empezar de cero')),
  done('second-pc-busy', 'settings-demo-held', addPc, { narrow: true }),
  done('second-pc-failed', 'settings-demo-slow', async (page) => {
    await addPc(page)
    await page.getByRole('alert').waitFor()
  }),
  done('second-pc-own', 'settings-second-pc', toSection('Demostración'), { narrow: true }),
  scene('settings-moved', (page) => page.getByText('La dirección ha cambiado').waitFor()),
  done('settings-advanced', 'settings-changed', toSection('Avanzado'), { narrow: true }),
  done('settings-diagnosis', 'settings', diagnose, { narrow: true }),
  done('settings-crashed', 'settings-crashed', toSection('Diagnóstico'), { narrow: true }),
  done('settings-diagnosing', 'settings-diagnosing', async (page) => {
    await toSection('Diagnóstico')(page)
    await press('Comprobar todo')(page)
  }),
  scene('attention-many', words('El servicio no responde'), { narrow: true }),
  done('attention-list', 'attention-many', async (page) => void (await openPending(page)), { narrow: true }),
  done('attention-over', 'procedures', refuseKey, { narrow: true }),
  done('attention-over-form', 'wizard-operation', refuseKey),
  scene('sample-settling', words('cosas pendientes'), { narrow: true }),
  scene('sample-settled', words('No sabemos si se pidió'), { narrow: true }),
  scene('health-passing', words('No funciona ahora'), { narrow: true }),
  scene('health-over', words('Se ha parado'), { narrow: true }),
  done('settings-found', 'settings', (page) => page.getByRole('searchbox').fill('tema')),
  done('settings-found-folded', 'settings', (page) => page.getByRole('searchbox').fill('niveles')),
  done('settings-found-none', 'settings', (page) => page.getByRole('searchbox').fill('zapato'), {
    narrow: true,
  }),
  done('settings-wrong-number', 'settings', async (page) => {
    await toSection('Avanzado')(page)
    await page.getByRole('textbox', { name: 'En segundo plano' }).fill('900')
    await page.getByRole('textbox', { name: 'En segundo plano' }).press('Enter')
  }),
  done('account-switcher', 'alerts', press(/Cambiar de cuenta/), { narrow: true }),
  done('account-menu', 'settings', press('Más acciones de Gestoría Ribera')),
  done('account-add', 'settings', press('Añadir cuenta'), { narrow: true }),
  done('account-add-wrong', 'settings', async (page) => {
    await press('Añadir cuenta')(page)
    await page.getByLabel('Dirección del servicio').fill('http://ana:1234@api.operador.example/v1')
    await submitAccount(page)
  }),
  done('account-refused', 'account-refused', fillAccount, { narrow: true }),
  done('account-checking', 'account-slow', fillAccount),
  done('account-added', 'settings', fillAccount),
  done('account-key', 'settings', async (page) => {
    await press('Pegar clave nueva')(page)
    await page.getByRole('radio', { name: /renovado la clave/ }).check()
  }),
  done('account-remove', 'settings', async (page) => {
    await press('Más acciones de Gestoría Ribera')(page)
    await page.getByRole('menuitem', { name: 'Quitar…' }).click()
  }),
  done('account-rename', 'settings', async (page) => {
    await press('Más acciones de Gestoría Ribera')(page)
    await page.getByRole('menuitem', { name: 'Cambiar el nombre…' }).click()
  }),
  done('settings-notices', 'settings-notices', toNotices('granted'), { narrow: true }),
  done('settings-notices-default', 'settings', toNotices('default')),
  done('settings-notices-denied', 'settings', toNotices('denied'), { narrow: true }),
  done('settings-notices-unsupported', 'settings', async (page) => {
    await page.evaluate(() => {
      Reflect.deleteProperty(window, 'Notification')
      dispatchEvent(new Event('focus'))
    })
    await page.getByText('Este navegador no sabe mostrar avisos').waitFor()
    await toSection('Avisos')(page)
  }),
  done('settings-notices-paused', 'settings-notices-paused', toNotices('granted'), { narrow: true }),
  done('settings-notices-off', 'settings-notices-off', async (page) => {
    await toNotices('granted')(page)
    await press(/^Probar$/)(page)
    await page.getByText('Ninguna ventana abierta').waitFor()
  }),
  done(
    'settings-notices-wrong',
    'settings-notices',
    async (page) => {
      await toNotices('granted')(page)
      await page.getByRole('textbox', { name: 'Desde las' }).fill('25:00')
      await page.getByRole('textbox', { name: 'Con incidencia' }).fill('900')
      await page.getByRole('textbox', { name: 'Con incidencia' }).press('Enter')
      await page.getByText('Escribe un número entero entre 0 y 365.').waitFor()
    },
    { narrow: true },
  ),
  done('settings-notices-unkept', 'settings-notices-unkept', async (page) => {
    await toNotices('granted')(page)
    await page.getByRole('switch', { name: 'Sonido' }).click()
    await page.getByText('No se ha podido guardar el ajuste.').waitFor()
  }),
  done('settings-sweep', 'settings-notices', toSection('Avanzado')),
  done('settings-sweep-paused', 'settings-paused', toSection('Avanzado')),
  done('settings-attempts', 'settings-notices', toSection('Diagnóstico'), { narrow: true }),
  scene('outage-down', words('El servicio no responde'), { narrow: true }),
  scene('outage-failing', words('6 intentos fallidos'), { narrow: true }),
  scene('keychain-unasked', heading('Comprobando el llavero…'), { narrow: true }),
  scene('keychain-unasked-failed', words('Reintentar')),
  scene('keychain-unasked-page', heading('Comprobando el llavero…')),
  scene('keychain-absent', heading('Este equipo no tiene llavero'), { narrow: true }),
  done('keychain-passphrase', 'keychain-absent', async (page) => {
    await press('Crear una frase')(page)
    await page.getByLabel('Frase de paso nueva').fill('corta')
    await press('Crear el archivo protegido')(page)
  }),
  scene('keychain-memory', heading('Cuenta y entornos'), { narrow: true }),
  scene('keychain-memory-lookup', words('En esta sesión no se guarda nada')),
  scene('keychain-sealed-settings', heading('Escribe tu frase de paso')),
  scene('keychain-locked', heading(/llavero del sistema está bloqueado/), { narrow: true }),
  scene('keychain-sealed', heading('Escribe tu frase de paso'), { narrow: true }),
  done('keychain-wrong', 'keychain-wrong', async (page) => {
    await page.getByLabel('Frase de paso', { exact: true }).fill('no es esta frase')
    await page.keyboard.press('Enter')
    await page.getByText('Esa no es la frase de paso').waitFor()
  }),
  scene('keychain-damaged', heading('El archivo de claves está dañado')),
  scene('keychain-unavailable', heading('El llavero del sistema no responde')),
  scene('key-missing', heading('Falta la clave de API de esta cuenta.'), { narrow: true }),
  done('correction', 'empty-with-history', type('12348CD'), { narrow: true }),
  done('invalid', 'empty-with-history', type('hola')),
  done('several', 'empty-with-history', type('1234BCD; 5519KZP; M-1234-AB'), { narrow: true }),
  done('typing', 'empty-with-history', (page) => field(page).fill('1234bcd seat leon')),
  done('field-answers', 'cases', typeInField('lozano', /^Buscar/), { narrow: true }),
  done('field-plate', 'cases', typeInField('0456 ltr', /Expediente$/), { narrow: true }),
  done('field-several', 'cases', typeInField('1234BCD, 5678FGH', /^Ver 2/)),
  done('field-guess', 'cases', typeInField('12348CD', /Querías/), { narrow: true }),
  done('field-private', 'cases-private', typeInField('ana garcia', /^oculto/)),
  done('field-nothing', 'cases', async (page) => {
    await page.keyboard.press('Control+1')
    await field(page).fill('zzzzz')
    await page.getByText('Nada de tu oficina coincide').waitFor()
  }),
  done('dropping', 'drop-hangs', async (page) => {
    await dropFile(page)
    await page.getByRole('button', { name: 'Cancelar' }).waitFor()
  }),
  done('refused', 'refused', type('4106HPR')),
  done('palette', 'empty-with-history', openPalette, { narrow: true }),
  done('palette-verdict', 'complete-none', openPalette, { narrow: true }),
  done('palette-file', 'file-page', openPalette),
  done('palette-plate', 'empty-with-history', async (page) => {
    await openPalette(page)
    await page.getByRole('dialog').getByRole('combobox').fill('1234BC')
    await page.getByRole('dialog').getByRole('combobox').fill('1234BCF')
  }),
  done('palette-command', 'empty-with-history', async (page) => {
    await openPalette(page)
    await page.getByRole('dialog').getByRole('combobox').fill('tema')
  }),
  done(
    'shortcuts',
    'procedures',
    async (page) => {
      await page.keyboard.press('?')
      await page.getByRole('dialog').waitFor()
    },
    { narrow: true },
  ),
  done(
    'set-aside-confirm',
    'store-locked',
    (page) => page.getByRole('button', { name: /Guardar aparte/ }).click(),
    {
      narrow: true,
    },
  ),
  done('copied', 'alerts', (page) => page.keyboard.press('Alt+c')),
  done(
    'notice-offer',
    'following',
    async (page) => {
      await permit('default')(page)
      await page.getByRole('button', { name: 'Activar avisos' }).waitFor()
    },
    { narrow: true },
  ),
  done('focus-on-verdict', 'alerts', type('1234BCD')),
  done('saving', 'history-saving', (page) => page.getByRole('button', { name: 'Exportar CSV' }).click(), {
    narrow: true,
  }),
  done('history-row', 'history', (page) => page.getByRole('searchbox').press('ArrowDown')),
]

function done(name: string, of: string, does: NonNullable<State['does']>, rest: Partial<State> = {}): State {
  return { name, scene: of, ready: heading(/./), does, ...rest }
}

/** Drops a file anywhere on the page. */
export async function dropFile(page: Page) {
  const dataTransfer = await page.evaluateHandle(() => {
    const data = new DataTransfer()
    data.items.add(new File(['1234BCD\nTF896L'], 'matriculas.csv', { type: 'text/csv' }))
    return data
  })
  await page.dispatchEvent('main', 'drop', { dataTransfer })
}
