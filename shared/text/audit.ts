import type { AuditRow, ErasurePc, Held } from '../bridge/audit.ts'
import { SITUATION_IDS } from '../domain/client-messages.ts'
import { environmentText } from './app.ts'
import { channelNames, situationName } from './client.ts'
import { doneWhen, fullDate } from './dates.ts'
import { byNumber, count, plural } from './grammar.ts'
import { entryKindNames } from './ledger-files.ts'
import { entryOf, labelOf, reportTypeLabels, unknownNames } from './labels-reports.ts'
import {
  generatedDocumentLabels,
  incidentLabels,
  inputDocumentLabels,
  procedureKindLabels,
  signatureDocumentLabels,
  taxIdKindLabels,
} from './labels.ts'

/** Texts of the audit record, of a person's data, and of their files. */

export const auditWhats: Record<AuditRow['what'], string> = {
  'procedure.send': 'Envío de expediente',
  'document.send': 'Envío de documento',
  'incident.solve': 'Incidencia resuelta',
  'report.request': 'Informe pedido',
  'report.read': 'Informe leído',
  'signature.send': 'Envío a firmar',
  'paper.read': 'Documento abierto',
  export: 'Exportación',
  backup: 'Copia de seguridad',
  restore: 'Copia restaurada',
  'person.export': 'Datos de persona exportados',
  'person.erase': 'Datos de persona borrados',
  'account.erase': 'Datos de cuenta borrados',
  'lock.failed': 'PIN equivocado',
  'extension.approve': 'Navegador autorizado',
  'extension.revoke': 'Navegador retirado',
  simulate: 'Simulador',
  'client.text': 'Mensaje al cliente',
  'template.create': 'Plantilla guardada',
  'template.change': 'Plantilla cambiada',
  'template.delete': 'Plantilla borrada',
  'ledger.add': 'Apunte en Cobros',
  'ledger.correct': 'Apunte anulado',
  'tariff.change': 'Tarifa cambiada',
  'checklist.change': 'Lista de documentos cambiada',
  'client.change': 'Cliente cambiado',
  'client.merge': 'Cliente unido a otro',
  'client.separate': 'Cliente separado',
  'client.paper': 'Documento en la ficha',
  'client.paper-remove': 'Documento quitado de la ficha',
}

export const auditResults: Record<AuditRow['result'], string> = {
  ok: 'Hecho',
  failed: 'No se hizo',
  uncertain: 'No se sabe',
}

/** Kinds of our own, which the service does not have. */
const ownKinds = {
  pdf: 'PDF oficial',
  csv: 'CSV',
  xlsx: 'Excel',
  zip: 'ZIP de documentos',
  history: 'Historial de consultas',
  'plate-list': 'Lista de matrículas',
  mandate: 'Mandato',
  deed: 'Escritura',
  power: 'Poder',
  'tax-card': 'Tarjeta del NIF',
  identity: 'Documento de identidad',
  watches: 'Matrículas vigiladas',
  dealer: 'Cuadro del compraventa',
  figures: 'Cifras',
  ledger: 'Cobros',
  provision: 'Provisión de fondos',
  settlement: 'Liquidación',
  contacts: 'Firmantes',
  audit: 'Registro de auditoría',
  'day-work': 'Trabajo del día',
  receipts: 'Acuses del relé',
  folder: 'En la carpeta',
  file: 'En un archivo',
  backup: 'Desde un archivo',
  pin: 'PIN',
  chrome: 'Chrome',
  chromium: 'Chromium',
  edge: 'Edge',
  firefox: 'Firefox',
  status: 'Estado',
  document: 'Documento',
  incident: 'Incidencia',
  solve: 'Incidencia resuelta',
  demo: environmentText.demo.name,
  development: environmentText.development.name,
  production: environmentText.production.name,
  other: 'Otro documento',
  ...entryKindNames,
}

const kinds = {
  ...incidentLabels,
  ...inputDocumentLabels,
  ...generatedDocumentLabels,
  ...signatureDocumentLabels,
  ...reportTypeLabels,
  ...procedureKindLabels,
  ...taxIdKindLabels,
  ...ownKinds,
}

/** Text of a row's kind. */
export const auditKind = (kind: string): string =>
  clientTextKind(kind) ?? labelOf(kinds, kind, unknownNames.audit)

/** «Correo · Embargo», for a text given to a client: `email incident:seizure`. */
function clientTextKind(kind: string): string | null {
  const [channel = '', id = ''] = kind.split(' ')
  const name = entryOf<string>(channelNames, channel)
  const situation = SITUATION_IDS.find((one) => one === id)
  const subject = situation === undefined ? entryOf<string>(ownKinds, id) : situationName(situation)
  return name === undefined || subject === undefined ? null : `${name} · ${subject}`
}

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

/** Texts of the relay's receipts as a file. */
export const receiptsCsvText = {
  header: ['N.º', 'Recibido por el relé', 'Aviso', 'Expediente, informe o firma', 'Equipo', 'Confirmado'],
  dateTime: auditCsvText.dateTime,
  /** For an event that no PC has confirmed. */
  nobody: 'Ninguno todavía',
  filename: 'acuses-del-rele.csv',
} as const

/** Texts of the export of a data subject's data (RGPD art. 15). */
export const personExportText = {
  zip: (taxId: string): string => `datos-de-${taxId}.zip`,
  readable: 'datos.txt',
  data: 'datos.json',
  title: (taxId: string, date: string): string =>
    `Datos guardados en este equipo con el identificador ${taxId}, a ${date}`,
  explanation:
    'Esto es todo lo que Ventanilla guarda en este equipo con ese identificador. datos.json dice lo mismo para un programa. Lo que tiene el servicio con el que trabaja la gestoría se le pide a la gestoría.',
  none: 'Nada.',
  sections: {
    procedures: 'Expedientes',
    signatures: 'Firmas',
    drafts: 'Borradores y envíos de expedientes',
    signatureRequests: 'Borradores y envíos de peticiones de firma',
    contacts: 'Agenda de firmantes',
    reports: 'Informes completos',
    templates: 'Plantillas',
    ledger: 'Cobros',
    clientRequests: 'Lo pedido a clientes',
    clients: 'Fichas de cliente',
    papers: 'Documentos en la ficha',
    plateLists: 'Listas de matrículas',
    watches: 'Matrículas vigiladas',
    transferBatches: 'Lotes de transferencias',
    remembered: 'Lo que se recuerda para no teclearlo',
    shared: 'Compartido entre los equipos: valores anteriores y datos que esperan a su expediente',
  },
} as const

/** Texts of Ajustes › Auditoría and of its list. */
export const auditText = {
  intro:
    'Cada envío, cada consulta de un informe de pago y cada dato que sale de este equipo queda apuntado: quién, cuándo y qué clase, nunca el contenido. Cada línea va encadenada a la anterior, y así se nota si alguien toca una.',
  record: 'Registro',
  rows: (total: number) => (total === 0 ? 'Sin líneas todavía' : plural(total, 'línea', 'líneas')),
  see: 'Ver el registro',
  verify: 'Comprobar la cadena',
  verifyHelp: 'Recorre todas las líneas y dice si alguna no es la que se escribió.',
  verifying: 'Comprobando…',
  whole: (rows: number, from: number | null) =>
    from === null
      ? 'La cadena está entera: no hay líneas todavía.'
      : `La cadena está entera: ${plural(rows, 'línea', 'líneas')} desde el ${fullDate(from)}.`,
  broken: (seq: number) =>
    `La línea ${count(seq)} no es la que se escribió, o falta. Avisa a quien administra el equipo.`,
  export: 'Exportar el registro',
  exportHelp: 'Con la cadena, para que la compruebe un tercero.',
  exportAction: 'Exportar',
  exporting: 'Preparando el registro…',
  exported: 'Registro guardado en tus descargas',
  cancel: 'Cancelar',
  title: 'Registro de auditoría',
  filter: 'Qué',
  all: 'Todo',
  reading: 'Leyendo…',
  failed: 'No se ha podido leer el registro',
  none: 'Todavía no hay líneas',
  noneOf: 'No hay líneas de esto',
  noneOfBody: 'Prueba con «Todo», o con la matrícula, el NIF o el identificador completos.',
  of: 'Matrícula, NIF o identificador',
  noneBody:
    'Se apuntan solas cuando se envía algo, se abre un informe de pago o sale un dato de este equipo.',
  columns: { at: 'Cuándo', what: 'Qué', kind: 'Clase', pseudonym: 'De', who: 'Quién', result: 'Cómo acabó' },
  shown: (shown: number, total: number) => `${count(shown)} de ${plural(total, 'línea', 'líneas')}`,
  line: (seq: number) => `Línea ${count(seq)}`,
  hash: 'Huella',
  documentHash: 'Huella del documento',
  noIdentifier: '—',
  close: 'Cerrar',
  search: 'registro quién cuándo cadena comprobar exportar',
} as const

/** Texts of the work of a day, and of its file. */
export const dayWorkText = {
  title: 'Trabajo del día',
  help: 'Quién ha hecho qué: envíos, incidencias, firmas, informes, mensajes y exportaciones.',
  see: 'Ver el día',
  day: 'Día',
  previous: 'Día anterior',
  next: 'Día siguiente',
  today: 'Hoy',
  amount: (n: number): string => plural(n, 'acción', 'acciones'),
  thisPc:
    'Lo que se ha hecho en este equipo con esta cuenta, según el registro de auditoría. Las consultas gratuitas y los borradores no se apuntan por persona.',
  sharing: 'Lo que hacen los compañeros en otros equipos se ve en el suyo.',
  columns: { what: 'Qué', done: 'Hecho', uncertain: 'No se sabe' },
  none: 'Nada ese día',
  reading: 'Contando…',
  failed: 'No se ha podido contar el trabajo del día',
  csv: 'CSV',
  saveAs: 'Exportar el día a CSV',
  saving: 'Guardando el día…',
  saved: 'Trabajo del día guardado en tus descargas',
  cancel: 'Cancelar',
  close: 'Cerrar',
  search: 'quién ha hecho qué hoy persona día cuántos trabajo',
  header: ['Día', 'Quién', 'Qué', 'Hecho', 'No se sabe'],
  filename: (day: string): string => `trabajo-del-${day}.csv`,
} as const

/** Texts of an erasure: where it was applied, and where it is still to come. */
export const erasureText = {
  line: (at: number, pcs: readonly ErasurePc[], now: number): string => {
    if (pcs.length === 0) return `Borrado de este equipo ${doneWhen(at, now)}.`
    const of = (state: ErasurePc['state']) => pcs.filter((pc) => pc.state === state)
    const applied = of('applied').length
    const missing = of('pending').map((pc) => `${erasureText.name(pc)} (${lastSeen(pc, now)})`)
    const removed = of('removed').map((pc) => `${erasureText.name(pc)} (${doneWhen(pc.at ?? now, now)})`)
    const total = applied + missing.length
    return [
      `Borrado ${doneWhen(at, now)}.`,
      total === 1
        ? 'Aplicado en este equipo.'
        : `Aplicado en ${applied === total ? 'los' : `${applied} de`} ${total} equipos.`,
      missing.length > 0 && `${byNumber(missing.length, 'Falta', 'Faltan')}: ${missing.join(', ')}.`,
      removed.length > 0 &&
        `${byNumber(removed.length, 'Quitado', 'Quitados')} sin aplicarlo: ${removed.join(', ')}.`,
    ]
      .filter(Boolean)
      .join(' ')
  },
  name: ({ name, isOwn }: ErasurePc): string => name || (isOwn ? 'Este equipo' : 'Equipo sin nombre'),
  state: (pc: ErasurePc, now: number): string => {
    if (pc.state === 'applied') return `Aplicado ${doneWhen(pc.at ?? now, now)}`
    if (pc.state === 'pending') return `Falta (${lastSeen(pc, now)})`
    return `Quitado ${doneWhen(pc.at ?? now, now)} sin aplicarlo`
  },
} as const

function lastSeen({ at, isListed }: ErasurePc, now: number): string {
  const seen = at === null ? 'no se ha visto nunca' : `visto por última vez ${doneWhen(at, now)}`
  return isListed ? seen : `ya no está en la lista del relé, ${seen}`
}

/** Texts of Ajustes › Datos de una persona. */
export const personText = {
  intro:
    'Para contestar a quien pregunta qué guardas suyo, o pide que se borre (RGPD, art. 15 y 17). Solo lo de este equipo y esta cuenta: lo que ya tiene el servicio se le pide al operador.',
  taxId: 'NIF, NIE o CIF',
  taxIdHelp: 'De la persona o de la empresa.',
  unrecognised: 'Eso no parece un NIF.',
  anyway: 'Se puede buscar igual: quizá se guardó así.',
  search: 'Ver lo que hay',
  searching: 'Buscando…',
  found: (id: string) => `Lo que hay de ${id}`,
  nothing: 'En este equipo no hay nada con ese número.',
  labels: {
    procedures: 'Expedientes en los que sale',
    drafts: 'Borradores y envíos',
    signatures: 'Firmas',
    reports: 'Informes completos',
    serviceDocuments: 'Documentos guardados',
    addresses: 'Direcciones',
    templates: 'Plantillas',
    ledgerEntries: 'Apuntes en Cobros',
    clientRequests: 'Peticiones a clientes',
    clients: 'Fichas de cliente',
    clientPapers: 'Documentos en la ficha',
    plateLists: 'Listas de matrículas',
    watches: 'Matrículas vigiladas',
    transferBatches: 'Lotes de transferencias',
    remembered: 'Datos recordados',
    shared: 'Valores anteriores y en espera',
  } satisfies Record<keyof Held, string>,
  export: 'Exportar todo',
  exporting: 'Preparando sus datos…',
  exported: 'Datos guardados en tus descargas',
  erase: 'Borrar todo…',
  confirmTitle: (id: string) => `¿Borrar lo que hay de ${id}?`,
  confirmBody:
    'Se borran de este equipo sus datos, sus documentos y sus borradores, y lo compartido, de todos los equipos. No se puede deshacer. Los expedientes siguen su curso en el servicio. Los importes de Cobros quedan sin nombres ni textos, porque la ley obliga a guardar las cuentas. La auditoría conserva que se hizo, sin sus datos.',
  keep: 'No borrar',
  eraseIt: 'Borrar',
  erasing: 'Borrando…',
  erased: 'Sus datos se han borrado de este equipo',
  left: 'Queda algo que se está enviando. Repítelo cuando termine.',
  cancel: 'Cancelar',
  words: 'NIF RGPD acceso supresión derecho olvido exportar borrar',
} as const
