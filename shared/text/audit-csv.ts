import type { AuditRow } from '../bridge/guard.ts'

const kinds: Record<AuditRow['what'], string> = {
  'procedure.send': 'Envío de expediente',
  'document.send': 'Envío de documento',
  'incident.solve': 'Incidencia marcada como resuelta',
  'report.request': 'Informe completo pedido',
  'report.read': 'Informe completo leído',
  'signature.send': 'Envío a firmar',
  'paper.read': 'Documento abierto',
  export: 'Exportación',
  backup: 'Copia de seguridad',
  restore: 'Copia restaurada',
  'person.export': 'Datos de una persona, entregados',
  'person.erase': 'Datos de una persona, borrados',
  'account.erase': 'Datos de una cuenta, borrados',
  'lock.failed': 'PIN equivocado',
  simulate: 'Simulador',
}

const results: Record<AuditRow['result'], string> = {
  ok: 'Correcto',
  failed: 'Fallido',
  uncertain: 'Sin confirmar',
}

const when = new Intl.DateTimeFormat('es-ES', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

/** Words of the exported audit record. The last two columns are the proof (electron/core/audit/README.md). */
export const auditCsvText = {
  header: [
    'N.º',
    'Fecha',
    'Quién',
    'Qué',
    'Tipo',
    'Seudónimo',
    'Resultado',
    'SHA-256 del documento',
    'Registro encadenado',
    'Huella',
  ],
  what: (what: AuditRow['what']): string => kinds[what],
  result: (result: AuditRow['result']): string => results[result],
  dateTime: (ms: number): string => when.format(ms).replace(', ', ' '),
  filename: 'registro-de-auditoria.csv',
} as const
