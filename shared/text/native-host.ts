import type { Browser } from '../host-protocol/protocol.ts'
import type { EntryFailure, HostBrowser } from '../bridge/extension.ts'

const BROWSER_NAMES: Record<Browser, string> = {
  chrome: 'Chrome',
  chromium: 'Chromium',
  edge: 'Edge',
  firefox: 'Firefox',
}

const STATES: Record<HostBrowser['host'], string> = {
  installed: 'conectado con Ventanilla',
  missing: 'sin conectar',
  other: 'conectado con otra instalación de Ventanilla',
}

/** What a browser's entry could not be written or removed for, and what to do. */
export const failedEntry: Record<EntryFailure, (place: string) => string> = {
  unwritable: (path) =>
    `No se ha podido escribir en «${path}». Mira si la carpeta es tuya y si queda sitio en el disco.`,
  'no-home': (path) => `Tu carpeta de usuario, «${path}», no está.`,
  elsewhere: (path) =>
    `«${path}» lleva fuera de tu carpeta de usuario. No escribimos ahí: quita ese enlace y repite.`,
  'unsupported-path': (path) =>
    `La ruta «${path}» tiene un carácter que el navegador no admite. Mueve Ventanilla a otra carpeta.`,
  registry: (key) =>
    `Windows no ha dejado cambiar «${key}» en el registro. Puede que lo impida tu administrador.`,
}

/** Lines of `npm run extension` on the terminal. */
export const nativeHostTexts = {
  usage: [
    'Conecta la extensión del navegador con Ventanilla.',
    '',
    '  npm run extension -- status                  cómo está cada navegador',
    '  npm run extension -- install [navegador]     conecta uno, o los que hay en este equipo',
    '  npm run extension -- uninstall [navegador]   deshace lo anterior',
    '',
    'Navegadores: chrome, chromium, edge, firefox. Otra carpeta de datos: --data-dir=RUTA.',
  ].join('\n'),
  row: ({ browser, found, host }: HostBrowser): string =>
    `${BROWSER_NAMES[browser]}: ${STATES[host]}${found ? '' : ' (no lo has abierto en este equipo)'}`,
  noBrowser:
    'No has abierto ninguno de los cuatro navegadores en este equipo. Abre el tuyo una vez y repite, o di cuál es: «npm run extension -- install firefox».',
  notBuilt: 'Falta construir Ventanilla en esta carpeta: hazlo con «npm run build» y repite.',
  nextStep: 'Vuelve al navegador y abre la extensión: pedirá permiso en la ventana de Ventanilla.',
} as const
