import type { CaseColumn } from '../bridge/cases.ts'
import { fullDate } from './dates.ts'

/**
 * Headers of the exported list: each column holds one value, so values that the list shows together are
 * separate here.
 */
const headers: Readonly<Record<CaseColumn, readonly string[]>> = {
  plate: ['Matrícula', 'Bastidor'],
  type: ['Trámite'],
  status: ['Estado'],
  incident: ['Incidencia', 'Incidencias abiertas'],
  waiting: ['En ese estado desde'],
  vehicle: ['Vehículo'],
  client: ['Cliente'],
  parties: ['Transmitente', 'Adquirente'],
  invoice: ['N.º de factura'],
  labels: ['Etiquetas'],
  deadline: ['Plazo legal'],
  created: ['Creado'],
  id: ['ID'],
}

const fileDate = (at: number): string => fullDate(at).split('/').toReversed().join('-')

/** Texts of the exported list of Expedientes. */
export const caseTableText = {
  headers: (column: CaseColumn): readonly string[] => headers[column],
  sheet: 'Expedientes',
  filename: (extension: 'csv' | 'xlsx', now: number): string => `expedientes-${fileDate(now)}.${extension}`,
} as const
