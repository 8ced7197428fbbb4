import type { PlateProblemCode } from '../domain/plates/diagnose.ts'
import type { PlateSeries } from '../domain/plates/series.ts'

/** Name of each series. */
export const seriesLabels: Readonly<Record<PlateSeries, string>> = {
  ordinary: 'Ordinaria',
  moped: 'Ciclomotor',
  special: 'Vehículo especial',
  trailer: 'Remolque o semirremolque',
  historic: 'Vehículo histórico',
  tourist: 'Turística',
  temporary: 'Temporal de particular',
  'trade-unregistered': 'Temporal de empresa, sin matricular',
  'trade-registered': 'Temporal de empresa, matriculado',
  vmp: 'Patinete o VMP',
  provincial: 'Provincial, 1971 a 2000',
  'pre-1971': 'Provincial, hasta 1971',
  'provincial-trailer': 'Remolque, provincial',
  'provincial-special': 'Vehículo especial, provincial',
  'historic-provincial': 'Histórico, provincial',
  diplomatic: 'Diplomática o consular',
  official: 'Del Estado',
}

/** Hint of a plate of before 1971 or of a historic vehicle, with the place of its code. */
export const oldPlateHint = (place: string): string => `Matrícula antigua de ${place}: revísala`

/** Reason that a text is not a plate, in one sentence. */
export const problemTexts: Readonly<Record<PlateProblemCode, string>> = {
  empty: 'Falta la matrícula.',
  'vowel-in-letters': 'Las matrículas actuales no llevan vocales ni Q.',
  'digit-among-letters': 'Hay un número donde va una letra.',
  'letter-among-digits': 'Hay una letra donde va un número.',
  'too-short': 'Faltan caracteres.',
  'too-long': 'Sobran caracteres.',
  'unknown-form': 'Eso no tiene la forma de ninguna matrícula.',
}

/** Correction of the problem: follows the sentence of `problemTexts`. */
export const problemFixes: Readonly<Record<PlateProblemCode, string>> = {
  empty: 'Escríbela o pégala tal como la tengas.',
  'vowel-in-letters':
    'Mira esa letra en el permiso de circulación: si la matrícula es provincial, empieza por la provincia.',
  'digit-among-letters':
    'Tras las cuatro cifras van tres letras, sin vocales ni Q. El 8 suele ser una B mal leída.',
  'letter-among-digits':
    'Los números van seguidos y son cuatro. La O suele ser un 0 mal leído, y la I, un 1.',
  'too-short':
    'Son cuatro cifras y tres letras. En las provinciales, escribe también los ceros: «TF-0896-L».',
  'too-long': 'Son cuatro cifras y tres letras, a veces con una letra delante. Quita lo que sobra.',
  'unknown-form': 'Compárala con los ejemplos y cópiala del permiso de circulación.',
}
