const when = new Intl.DateTimeFormat('es-ES', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})

/**
 * Texts of the exported history. Date and time are separated by a space only, so that spreadsheets recognise
 * them.
 */
export const historyCsvText = {
  header: [
    'Fecha',
    'Matrícula',
    'Veredicto',
    'Marca',
    'Modelo',
    'Bastidor',
    'Primera matriculación',
    'Informe',
  ],
  dateTime: (ms: number): string => when.format(ms).replace(', ', ' '),
  filename: 'historial-de-consultas.csv',
} as const
