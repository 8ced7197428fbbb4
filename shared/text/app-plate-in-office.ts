import { count, plural } from './grammar.ts'

/** Texts of «En tu oficina»: what the office has of the plate on screen. */
export const plateInOfficeText = {
  title: 'En tu oficina',
  invoice: (number: string) => `factura ${number}`,
  draft: 'Borrador',
  unsent: 'sin enviar',
  late: 'tarda más de lo normal',
  earlier: 'Consulta anterior',
  goWith: 'se va con',
  more: (n: number) => `y ${plural(n, 'expediente más', 'expedientes más')}`,
  failed:
    'No se ha podido leer lo que tu oficina tiene de esta matrícula. Búscala en Expedientes, o vuelve a abrirla aquí.',
} as const

/** Texts of what the office has of a recent plate. */
export const recentOfficeText = {
  /** Besides the first one. */
  more: (n: number) => `y ${count(n)} más`,
} as const
