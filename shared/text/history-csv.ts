const when = new Intl.DateTimeFormat('es-ES', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})

/** Words of the exported history. The date has no separator but a space, so that spreadsheets take it as one. */
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
