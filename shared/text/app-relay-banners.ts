import type { RelaySlice } from '../bridge/relay.ts'
import { byNumber, count } from './grammar.ts'

/** Texts of the relay's banners over every page. */

type Gap = NonNullable<RelaySlice['gap']>

/** Another PC waits to be admitted. */
export const claimText = (name: string) => `«${name}» espera a que lo admitas.`

export const gapText = {
  title({ reason, from, to }: Gap): string {
    if (reason === 'sealed') return `Este equipo no ha podido abrir avisos cifrados, desde el ${count(from)}.`
    if (reason === 'reset' || to === null)
      return 'El relé ha empezado otra lista: no se sabe si falta algún aviso.'
    return byNumber(
      to - from + 1,
      `El relé ya no guardaba el aviso ${count(from)}.`,
      `El relé ya no guardaba ${count(to - from + 1)} avisos, del ${count(from)} al ${count(to)}.`,
    )
  },
  /** What was done about it. */
  looked: (open: number) =>
    open === 0
      ? 'No había expedientes ni firmas abiertos que mirar.'
      : byNumber(
          open,
          'Por si acaso se ha mirado el expediente o la firma que había sin terminar.',
          `Por si acaso se han mirado los ${count(open)} expedientes y firmas sin terminar.`,
        ),
  see: 'Ver el relé',
  understood: 'Entendido',
} as const
