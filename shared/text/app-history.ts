import { plural } from './grammar.ts'

/** Texts of the history of lookups. */
export const historyText = {
  search: 'Buscar en el historial',
  placeholder: 'Matrícula, vehículo o bastidor',
  clear: 'Borrar la búsqueda',
  save: 'Guardar CSV',
  saving: 'Guardando el historial…',
  saved: 'Historial guardado',
  cancel: 'Cancelar',
  back: 'Consulta',
  list: 'Consultas hechas en este equipo',
  kinds: { reduced: 'Reducido', complete: 'Completo' },
  columns: {
    plate: 'Matrícula',
    verdict: 'Veredicto',
    kind: 'Informe',
    vehicle: 'Vehículo',
    vin: 'Bastidor',
    when: 'Consultada',
  },
  emptyTitle: 'Todavía no hay consultas en este equipo.',
  emptyBody: 'Cada veredicto que pidas queda aquí con su fecha, y se lee también sin conexión.',
  emptyAction: 'Consultar una matrícula',
  noneTitle: (query: string) => `Nada coincide con «${query}».`,
  noneBody: 'Busca por un trozo de matrícula, por marca o modelo, o por el final del bastidor.',
  noneInScope: 'Nada de eso queda en el historial.',
  scope: (months: string, what: string) => (what === '' ? months : `${what}, ${months}`),
  paid: 'Informes completos pagados',
  noneAction: 'Ver todo el historial',
  failed: 'No se ha podido leer el historial.',
  shown: (n: number, more: boolean) =>
    more ? `${plural(n, 'consulta', 'consultas')}, hay más` : plural(n, 'consulta', 'consultas'),
  move: 'elegir',
  open: 'abrir',
  find: 'buscar',
} as const
