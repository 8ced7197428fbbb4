import type { Browser } from '../host-protocol/protocol.ts'
import { byNumber, listed } from './grammar.ts'

/** Texts of the browser extension outside its dialog and Ajustes. */

export const browserNames: Readonly<Record<Browser, string>> = {
  chrome: 'Chrome',
  chromium: 'Chromium',
  edge: 'Edge',
  firefox: 'Firefox',
}

/** Browsers, each once: two profiles of one may wait. */
export const namedBrowsers = (browsers: readonly Browser[]) =>
  listed([...new Set(browsers)].map((browser) => browserNames[browser]))

/** Extensions that wait for an approval. */
export const waitingLine = (browsers: readonly Browser[]) =>
  byNumber(
    browsers.length,
    `La extensión de ${namedBrowsers(browsers)} espera tu permiso.`,
    `${browsers.length} extensiones esperan tu permiso: ${namedBrowsers(browsers)}.`,
  )

export const waitingText = {
  see: 'Comparar las palabras',
  broken: 'No se ha podido abrir el permiso de la extensión. Recarga la pantalla.',
} as const

/** How a request for approval ended. */
export type ApprovalEnd = 'approved' | 'approved-elsewhere' | 'refused' | 'expired' | 'over'

export const endedLine: Readonly<Record<ApprovalEnd, (browser: Browser) => string>> = {
  approved: (browser) => `La extensión de ${browserNames[browser]} ya tiene permiso`,
  'approved-elsewhere': (browser) =>
    `La extensión de ${browserNames[browser]} ya tiene permiso, dado en otra ventana`,
  refused: (browser) => `La extensión de ${browserNames[browser]} se queda sin permiso`,
  expired: (browser) =>
    `La extensión de ${browserNames[browser]} ha esperado demasiado: pide permiso otra vez desde el navegador`,
  over: (browser) => `La extensión de ${browserNames[browser]} ya no espera tu permiso`,
}
