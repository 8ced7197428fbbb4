import type { DealerBoard, DealerRow } from '../bridge/dealers.ts'
import { displayPlate } from '../domain/plates/display.ts'
import { fullDate } from './app-dates.ts'
import { dealerRowWords as words, sectionNames, outcomeNames, waitsNames } from './dealer-words.ts'

/** The exported board of a dealer. */

const cells = (row: DealerRow): (string | { day: number })[] => [
  sectionNames[row.section],
  row.vrm === undefined ? '' : displayPlate(row.vrm),
  row.vin ?? '',
  row.vehicle,
  words.type(row),
  words.state(row),
  { day: row.since },
  waitsNames[row.waits],
  row.section === 'ended' ? '' : words.missing(row).join('; '),
  row.signatures
    .map(
      ({ document, outcome }) =>
        `${words.document(document)}: ${outcomeNames[row.section === 'ended' && outcome === 'failed' ? 'waiting' : outcome]}`,
    )
    .join('; '),
  row.assigned ? 'Sí' : '',
]

export const dealerTable = {
  sheet: 'Compraventa',
  header: [
    'Parte',
    'Matrícula',
    'Bastidor',
    'Vehículo',
    'Trámite',
    'Estado',
    'Desde',
    'Espera a',
    'Falta',
    'Firmas',
    'Matrícula asignada',
  ],
  cells,
  /** The same as displayed text. */
  texts: (row: DealerRow): string[] =>
    cells(row).map((cell) => (typeof cell === 'string' ? cell : fullDate(cell.day))),
} as const

export const dealerFileName = (
  { name, month }: Pick<DealerBoard, 'name' | 'month'>,
  extension: 'csv' | 'xlsx',
): string => `${name} ${month}.${extension}`
