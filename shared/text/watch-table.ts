import type { WatchRow } from '../bridge/watches.ts'
import { displayPlate } from '../domain/plates/display.ts'
import { fullDate } from './dates.ts'
import { historyCsvText } from './history-csv.ts'
import { verdictWords } from './lookup.ts'
import { dayWords, watchChangeWords, watchDaysWords } from './watch-words.ts'

/** Columns of the exported watched plates, and the cells of a row. */
export const watchTable = {
  filename: 'matriculas-vigiladas.csv',
  header: [
    'Matrícula',
    'Veredicto',
    'Desde',
    'Último cambio',
    'Qué cambió',
    'Marca',
    'Modelo',
    'Cada cuánto',
    'Próxima consulta',
    'Hasta',
    'Nota',
    'Vigilada',
  ],
  cells: (row: WatchRow): string[] => [
    displayPlate(row.vrm),
    row.outcome === null ? '' : verdictWords(row.outcome).title,
    row.since === null ? '' : fullDate(row.since),
    row.change ? historyCsvText.dateTime(row.change.at) : '',
    row.change ? watchChangeWords(row.change.detail).fact : '',
    row.brand,
    row.model,
    watchDaysWords(row.days),
    row.nextDay === null ? '' : dayWords(row.nextDay),
    dayWords(row.until),
    row.note,
    row.state === 'active' ? 'Sí' : 'No',
  ],
} as const
