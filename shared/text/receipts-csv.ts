import { auditCsvText } from './audit-csv.ts'

/** Texts of the relay's receipts as a file. */
export const receiptsCsvText = {
  header: ['N.º', 'Recibido por el relé', 'Aviso', 'Expediente, informe o firma', 'Equipo', 'Confirmado'],
  dateTime: auditCsvText.dateTime,
  /** Of an event that no PC has confirmed. */
  nobody: 'Ninguno todavía',
  filename: 'acuses-del-rele.csv',
} as const
