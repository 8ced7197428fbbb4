import type { Browser } from '../host-protocol/protocol.ts'
import { clock } from './dates.ts'
import { browserNames, namedBrowsers } from './frame.ts'
import { errorTexts, type ErrorText } from './errors.ts'

/** Texts of the approval of a browser. */
export const approvalText = {
  title: (browser: Browser) => `¿Das permiso a la extensión de ${browserNames[browser]}?`,
  compare:
    'Mira que sean las tres palabras que enseña la extensión. Si alguna es distinta, no es tu navegador: recházala.',
  can: [
    'Verá veredictos y vehículos, las últimas consultas y cuántas novedades hay.',
    'Podrá consultar matrículas, abrirlas aquí y empezar una transferencia.',
  ],
  cannot: 'No verá nombres ni la clave. Nada se envía ni se paga si no lo confirmas aquí.',
  abilities: 'Lo que podrá hacer',
  until: (at: number) => `Espera tu respuesta hasta las ${clock(at)}.`,
  takeBack: 'El permiso se quita en Ajustes › Extensión.',
  later: 'Ahora no',
  refuse: 'Rechazar',
  approve: 'Permitir',
  working: 'Guardando tu respuesta…',
  /** Others that wait, one at a time. */
  others: (browsers: readonly Browser[]) => `También en espera: ${namedBrowsers(browsers)}.`,
} as const

/** Errors of the answer. */
export const approvalErrors: Partial<Record<keyof typeof errorTexts, ErrorText>> = {
  'not-found': {
    title: 'La extensión ya no espera.',
    advice: 'No se le ha dado permiso. Pídelo otra vez desde el navegador.',
  },
}
