import { relativeAge } from '../domain/age.ts'
import type { ExtensionState, HostBrowser } from '../bridge/extension.ts'
import type { Browser } from '../host-protocol/protocol.ts'
import { doneWhen } from './dates.ts'
import { browserNames } from './frame.ts'
import { errorTexts, type ErrorText, type ErrorTexts } from './errors.ts'
import { listed } from './grammar.ts'

type Approved = ExtensionState['approved'][number]

const ALL = listed(Object.values(browserNames))

/** Texts of Ajustes › Extensión. */
export const extensionSettingsText = {
  intro:
    'Con la extensión consultas una matrícula en cualquier página, sin copiarla. Pregunta a Ventanilla en este equipo: no tiene la clave ni guarda datos personales.',
  search: 'extensión navegador chrome chromium edge firefox permiso complemento activar',
  keep: 'Dejarlo como está',

  waiting: 'Esperan tu permiso',
  waitingHelp: 'Compara las tres palabras con las de la extensión.',
  asked: (at: number, now: number) => `Lo pide ${relativeAge(at, now)}`,
  compare: 'Comparar las palabras',
  compareOf: (browser: Browser) => `Comparar las palabras de ${browserNames[browser]}`,

  approved: 'Tienen permiso',
  approvedHelp: 'Ven veredictos y vehículos, y abren matrículas aquí.',
  gone: 'Sin permiso',
  revoke: 'Quitar…',
  revokeOf: (browser: Browser) => `Quitar el permiso a ${browserNames[browser]}`,
  askRevoke: (browser: Browser) => `¿Quitar el permiso a la extensión de ${browserNames[browser]}?`,
  revokeBody: (line: string) =>
    `${line}. Dejará de ver veredictos al momento. Para volver tendrá que pedirte permiso otra vez, con otras palabras.`,
  revokeSubmit: 'Quitar el permiso',
  revoking: 'Quitando el permiso…',
  revoked: (browser: Browser) => `La extensión de ${browserNames[browser]} ya no tiene permiso`,

  browsers: 'Conexión con cada navegador',
  browsersHelp: 'Con ella, la extensión encuentra Ventanilla en este equipo.',
  reading: 'Buscando navegadores…',
  none: `No has abierto ninguno de estos navegadores en este equipo: ${ALL}. Abre el tuyo una vez y vuelve a buscar.`,
  again: 'Buscar otra vez',
  install: 'Instalar',
  installIn: (browser: Browser) => `Instalar la conexión con ${browserNames[browser]}`,
  takeOver: 'Usar esta',
  takeOverIn: (browser: Browser) => `Usar esta Ventanilla en ${browserNames[browser]}`,
  uninstall: 'Quitar…',
  uninstallFrom: (browser: Browser) => `Quitar la conexión con ${browserNames[browser]}`,
  installing: 'Instalando…',
  installed: (browser: Browser) => `${browserNames[browser]} ya se conecta con esta Ventanilla`,
  askUninstall: (browser: Browser) => `¿Quitar la conexión con ${browserNames[browser]}?`,
  uninstallBody:
    'La extensión dejará de encontrar Ventanilla. Los permisos que has dado no cambian, y puedes instalarla otra vez aquí.',
  uninstallSubmit: 'Quitar la conexión',
  uninstalling: 'Quitando la conexión…',
  uninstalled: (browser: Browser) => `${browserNames[browser]} ya no se conecta con Ventanilla`,

  get: 'Conseguir la extensión',
  ways: [
    { title: 'En la tienda del navegador', how: 'Búscala como «Ventanilla».' },
    {
      title: 'Chrome, Chromium o Edge, sin tienda',
      how: 'En su página de extensiones, activa «Modo de desarrollador», pulsa «Cargar descomprimida» y elige la carpeta de la extensión.',
    },
    {
      title: 'Firefox, sin tienda',
      how: 'En su página de complementos, abre el menú de la rueda y elige «Instalar complemento desde archivo».',
    },
    {
      title: 'En toda la oficina',
      how: 'Quien lleva los equipos la instala con una directiva del navegador.',
    },
  ],

  keys: 'Teclas en el navegador',
  keysHelp: 'Se cambian en los atajos de extensiones del navegador.',
  keyLookUp: 'Consultar la matrícula seleccionada',
  keyScan: 'Buscar matrículas en la página',
} as const

/** «Conectada ahora · con permiso desde hoy 08:31». */
export function approvedLine({ connected, lastSeenAt, approvedAt }: Approved, now: number): string {
  const seen = connected
    ? 'Conectada ahora'
    : lastSeenAt === null
      ? 'Sin usar todavía'
      : `Usada ${relativeAge(lastSeenAt, now)}`
  return `${seen} · con permiso desde ${doneWhen(approvedAt, now)}`
}

/** Whether a browser knows the native host of this installation. */
export const hostLine: Readonly<Record<HostBrowser['host'], string>> = {
  installed: 'Conexión instalada',
  missing: 'Sin conexión',
  other: 'Se conecta con otra instalación de Ventanilla',
}
/** It has the connection, and the browser is gone. */
export const leftLine = 'Conexión instalada, pero no has abierto este navegador aquí'

const NOT_WRITTEN: ErrorText = {
  title: 'No se ha podido cambiar la conexión.',
  advice: 'Todo sigue como estaba. Vuelve a intentarlo; si se repite, avisa a quien lleva los equipos.',
}
/** Errors of what is written in a browser's configuration. */
export const browserErrors: ErrorTexts = {
  'entry-not-written': (why) => ({ title: NOT_WRITTEN.title, advice: why }),
  internal: NOT_WRITTEN,
  'store-failed': NOT_WRITTEN,
  'not-found': {
    title: 'Ese navegador ya no está en este equipo.',
    advice: 'No se ha cambiado nada. Busca otra vez los navegadores.',
  },
}

/** Errors of looking for browsers. */
export const readErrors: Partial<Record<keyof typeof errorTexts, ErrorText>> = {
  internal: {
    title: 'No se han podido buscar los navegadores.',
    advice: 'No se ha cambiado nada. Vuelve a buscarlos; si se repite, reinicia Ventanilla.',
  },
}

/** Errors of taking an approval back. */
export const revokeErrors: Partial<Record<keyof typeof errorTexts, ErrorText>> = {
  'not-found': {
    title: 'Esa extensión ya no tiene permiso.',
    advice: 'Puede haberse quitado desde otra ventana. No hace falta nada más.',
  },
}
