import type { About, UpdateFailureCode, UpdatesState } from '../bridge/updates.ts'
import { doneWhen, fullDate } from './dates.ts'
import { plural } from './grammar.ts'
import { settingsText } from './settings.ts'

/** Texts of Ajustes › Acerca de and Actualizaciones. */

/** Ajustes › Acerca de. */
export const aboutText = {
  facts: 'Qué es y dónde está',
  copy: 'Copiar estos datos',
  copied: 'Datos copiados. No llevan claves, matrículas ni tu nombre de usuario.',
  notCopied: 'No se han podido copiar. Selecciona el texto y cópialo tú.',
  more: 'Para saber qué falla, mira Diagnóstico.',
  again: 'Volver a intentarlo',
  labels: {
    version: 'Versión',
    edition: 'Edición',
    installed: 'Instalada',
    committed: 'Código del',
    window: 'Ventana',
    node: 'Node.js',
    electron: 'Electron',
    system: 'Sistema',
    data: 'Carpeta de datos',
  },
  hosts: { web: 'Ligera, en el navegador', electron: 'De escritorio' },
  packages: {
    deb: 'Con el paquete .deb',
    archive: 'En una carpeta, sin instalador',
    windows: 'Con el instalador de Windows',
    electron: 'Con su instalador',
  },
  fromSources: 'No: funciona desde el código',
  unknownDate: 'Fecha desconocida',
  unknownBrowser: 'Un navegador que no dice cuál es',
  licences: 'Licencias de terceros',
  licencesHelp:
    'Ventanilla contiene programas, tipografías y datos de otras personas. Aquí están sus nombres, sus licencias y sus textos.',
  seeLicences: 'Ver las licencias',
  sbom: 'Lista de componentes (SBOM)',
  sbomHelp: 'En JSON (CycloneDX 1.6), para quien revisa la seguridad de los programas de la oficina.',
  saveSbom: 'Guardar la lista',
  saving: 'Guardando…',
  sbomFile: (version: string) => `ventanilla-${version}.cdx.json`,
  sbomSaved: 'Lista de componentes guardada en tus descargas.',
  sbomFailed:
    'No se ha podido leer la lista de componentes. Está también en la carpeta «licences» de la instalación.',
  search: 'versión edición código navegador node electron chromium soporte copyright software libre',
} as const

/** Dialog of the licences. */
export const licencesText = {
  title: aboutText.licences,
  find: 'Buscar un nombre o una licencia',
  count: (found: number) => plural(found, 'componente', 'componentes'),
  none: (query: string) => `Ningún componente coincide con «${query}».`,
  textOf: (name: string) => `Texto de la licencia de ${name}`,
  reading: 'Leyendo las licencias…',
  failed: 'No se han podido leer las licencias.',
  failedAdvice: 'Están también en la carpeta «licences» de la instalación, en AVISOS.txt.',
  again: aboutText.again,
  close: 'Cerrar',
} as const

type AboutFact = readonly [label: string, value: string]

/**
 * Facts about the application, in order.
 * @param browser name and version of the window's browser, if it is one
 */
export function aboutFacts(about: About, browser: string | null): readonly AboutFact[] {
  const { labels, packages, hosts } = aboutText
  const { platform, release, arch } = about.system
  return [
    [labels.version, about.version],
    [labels.committed, about.committedAt === null ? aboutText.unknownDate : fullDate(about.committedAt)],
    [labels.edition, hosts[about.host]],
    [labels.installed, about.package === null ? aboutText.fromSources : packages[about.package]],
    [
      labels.window,
      about.chromium === null ? (browser ?? aboutText.unknownBrowser) : `Chromium ${about.chromium}`,
    ],
    ...(about.electron === null ? [] : [[labels.electron, about.electron] as const]),
    [labels.node, about.node],
    [labels.system, `${platform} ${release} ${arch}`],
    [labels.data, about.dataDirectory],
  ]
}

/** The facts as plain text for a message to support, without the name of the PC's user. */
export const aboutAsText = (facts: readonly AboutFact[]): string =>
  `Ventanilla\n${facts.map(([label, value]) => `${label}: ${withoutUser(value)}`).join('\n')}\n`

const withoutUser = (text: string) => text.replace(/(?:[A-Z]:)?([\\/])(?:Users|home)\1[^\\/]+/gi, '~')

interface Words {
  title: string
  advice: string
}

/** Texts of Ajustes › Actualizaciones, and of updates in the attention line. */
export const updatesText = {
  version: (version: string) => `Ventanilla ${version}`,
  search: 'actualizar versión nueva canal reiniciar',
  neverLooked: 'Todavía no se ha buscado ninguna versión nueva.',
  current: (when: string) => `No hay ninguna versión más nueva. Se comprobó ${when}.`,
  looked: (when: string) => `Se comprobó ${when}.`,
  looking: 'Buscando una versión nueva…',
  look: 'Buscar ahora',
  see: 'Ver actualizaciones',
  owners: {
    package:
      'La instaló el gestor de paquetes de este equipo, que también la actualiza. Ventanilla no busca versiones nuevas.',
    administrator:
      'Tu usuario no puede cambiar la carpeta de Ventanilla. Quien administra este equipo la actualiza.',
    sources: 'Se ejecuta desde su código: no se actualiza sola.',
  } satisfies Record<Exclude<UpdatesState['owner'], 'self'>, string>,
  off: 'La búsqueda está desactivada.',
  managedOff: 'La búsqueda está desactivada por tu administrador, que instala las versiones nuevas.',
  offer: (version: string) => `Versión ${version}`,
  offerOf: (when: string, bytes: number) => `Publicada ${when} · ${settingsText.bytes(bytes)}`,
  waits: 'Una versión nueva',
  download: 'Descargar',
  downloadAgain: 'Probar otra vez',
  downloading: (received: number, bytes: number) =>
    `Descargando: ${settingsText.bytes(received)} de ${settingsText.bytes(bytes)}`,
  cancel: 'Cancelar',
  unpacking: 'Comprobando y desempaquetando…',
  ready: 'Lista. Empieza a usarse la próxima vez que se abra Ventanilla.',
  restart: 'Reiniciar ahora',
  restartHelp: 'Se cierra y vuelve en unos segundos, con tus ventanas como están.',
  waiting: 'Se está enviando algo. Ventanilla se reiniciará en cuanto termine.',
  stay: 'No reiniciar',
  restarting: 'Reiniciando…',
  mode: 'Versiones nuevas',
  modeHelp: {
    automatic: 'Se descargan solas y se usan la próxima vez que se abre Ventanilla.',
    ask: 'Se avisa aquí de cada una, y se descargan cuando lo pides.',
    off: 'No se busca ninguna. Puedes buscar cuando quieras con el botón de arriba.',
  },
  modes: { automatic: 'Automáticas', ask: 'Preguntar', off: 'No buscar' },
  channel: 'Canal',
  channelHelp: {
    stable: 'Versiones probadas.',
    beta: 'Versiones de prueba, antes que nadie. Pueden fallar.',
  },
  channels: { stable: 'Estable', beta: 'Pruebas' },
  feed: 'Dirección de las actualizaciones',
  fixed: 'Lo fija tu administrador.',
  undone: (version: string) => `La versión ${version} no arrancó.`,
  undoneBody: (current: string) =>
    `Se ha vuelto sola a la ${current}, con tus datos como estaban. No se volverá a probar hasta que lo pidas; si vuelve a pasar, avisa a soporte.`,
  understood: 'Entendido',
  retry: 'Reintentar',
  replaced: (version: string) => `Ventanilla ${version} ya está instalada en este equipo.`,
  replacedBody: 'Reiníciala: hasta entonces puede fallar lo que no hayas abierto.',
  undoneAdvice: (current: string) => `Se ha vuelto sola a la ${current}, con tus datos como estaban.`,
  readyTitle: (version: string | undefined) =>
    version === undefined ? 'Una versión nueva está lista.' : `Ventanilla ${version} está lista.`,
  readyBody: 'Se usará la próxima vez que se abra.',
  failedAdvice: 'Ajustes › Actualizaciones dice qué hacer.',
} as const

/** Outcome of each failure, with advice. */
export const updateFailures: Readonly<Record<UpdateFailureCode, Words>> = {
  'no-feed': {
    title: 'Esta instalación no tiene de dónde actualizarse.',
    advice: 'Instala la versión nueva encima de esta, o pide a soporte un paquete con actualizaciones.',
  },
  address: {
    title: 'La dirección de las actualizaciones no es segura.',
    advice: 'Tiene que empezar por https. Pide a tu administrador que la corrija.',
  },
  unreachable: {
    title: 'No se llega al servidor de actualizaciones.',
    advice: 'Comprueba la conexión. Se volverá a intentar solo; mientras, esta versión sigue funcionando.',
  },
  proxy: {
    title: 'El proxy de esta red no deja llegar a las actualizaciones.',
    advice: 'Pide a quien lleva la red que deje pasar esa dirección.',
  },
  'not-there': {
    title: 'En el servidor no hay actualizaciones para este equipo.',
    advice: 'Si se repite mañana, revisa el canal y la dirección, o avisa a soporte.',
  },
  unsigned: {
    title: 'Lo que ha contestado el servidor no está firmado.',
    advice:
      'No se ha usado nada. Puede ser la página de entrada de una red wifi: entra en ella y busca otra vez. Si no, avisa a soporte.',
  },
  'other-signature': {
    title: 'La actualización la firma otro.',
    advice: 'No se ha usado nada. Avisa a soporte: alguien puede estar haciéndose pasar por Ventanilla.',
  },
  'feed-damaged': {
    title: 'Lo que ha contestado el servidor no se entiende.',
    advice: 'No se ha usado nada. Busca otra vez dentro de un rato; si se repite, avisa a soporte.',
  },
  'feed-older': {
    title: 'El servidor ofrece una versión más antigua que antes.',
    advice: 'No se ha usado: Ventanilla nunca vuelve atrás. Si se repite mañana, avisa a soporte.',
  },
  cut: {
    title: 'La descarga se ha cortado.',
    advice: 'Lo recibido está guardado: al reintentar sigue por donde iba.',
  },
  'archive-damaged': {
    title: 'La descarga ha llegado estropeada.',
    advice: 'Se ha borrado. Reinténtalo; si se repite, avisa a soporte.',
  },
  'archive-refused': {
    title: 'La actualización no contiene lo que debería.',
    advice: 'No se ha instalado nada. Avisa a soporte.',
  },
  'no-room': {
    title: 'No hay sitio en el disco para la versión nueva.',
    advice: 'Libera unos cientos de MB y reintenta. Esta versión sigue funcionando.',
  },
  'no-rights': {
    title: 'No se puede escribir en la carpeta de Ventanilla.',
    advice:
      'Otro programa la tiene en uso o tu usuario no puede cambiarla. Reinicia el equipo y reintenta, o avisa a quien lo administra.',
  },
  unknown: {
    title: 'La actualización ha fallado.',
    advice:
      'Esta versión sigue funcionando. Reinténtalo; si se repite, envía el informe de Diagnóstico a soporte.',
  },
}

/** State of the running version, in one line. */
export function updateLine(state: UpdatesState, now: number): string {
  const { owner, mode, fixed, phase, lastLookAt } = state
  if (owner !== 'self') return updatesText.owners[owner]
  if (phase === 'looking') return updatesText.looking
  if (mode === 'off' && phase === 'idle')
    return fixed.includes('mode') ? updatesText.managedOff : updatesText.off
  if (lastLookAt === null) return updatesText.neverLooked
  const when = doneWhen(lastLookAt, now)
  return phase === 'idle' && state.failure === null ? updatesText.current(when) : updatesText.looked(when)
}
