const when = new Intl.DateTimeFormat('es-ES', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

/**
 * Texts of the exported audit record. The last two columns are the proof
 * (electron/core/features/audit/README.md).
 */
export const auditCsvText = {
  header: [
    'N.º',
    'Fecha',
    'Quién',
    'Qué',
    'Clase',
    'Seudónimo',
    'Resultado',
    'SHA-256 del documento',
    'Registro encadenado',
    'Huella',
  ],
  dateTime: (ms: number): string => when.format(ms).replace(', ', ' '),
  filename: 'registro-de-auditoria.csv',
} as const
