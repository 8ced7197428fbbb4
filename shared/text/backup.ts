import type { BackupContents, Restored, UnreadableRecord } from '../bridge/backup.ts'
import type { ServiceDocumentUsage } from '../bridge/service-documents.ts'
import { atMoment, clock, fullDate } from './dates.ts'
import { byNumber, count, plural } from './grammar.ts'
import { settingsText, passphraseText } from './settings.ts'

const outsideRange = (min: number, max: number) =>
  `Escribe un número entero entre ${count(min)} y ${count(max)}.`

/** Texts of Ajustes › Conservación. */
export const retentionText = {
  ended: 'Expedientes terminados, a la vista',
  endedHelp:
    'Después se bloquean: dejan de verse y de encontrarse. Los que fijas se quedan. Con 0 no se bloquean nunca.',
  blocked: 'Bloqueados, hasta borrarse',
  blockedHelp:
    'Siguen cifrados por si hay que responder de ellos; nadie los ve. Después se borran de este equipo.',
  days: 'días',
  forEver: 'para siempre',
  atOnce: 'se borran al bloquearse',
  serviceDocuments: 'Documentos para leer sin conexión',
  serviceDocumentsHelp: 'Los que genera Tráfico, cifrados en este equipo.',
  serviceDocumentsChoices: { open: 'Los de lo abierto', none: 'Solo los que guarde yo' },
  room: 'Espacio para documentos',
  megabytes: 'MB',
  usage: ({ bytes, limit, count: serviceDocuments }: ServiceDocumentUsage) =>
    serviceDocuments === 0
      ? `Ninguno todavía, de ${settingsText.bytes(limit)}.`
      : `${plural(serviceDocuments, 'documento', 'documentos')}: ${settingsText.bytes(bytes)} de ${settingsText.bytes(limit)}.`,
  pending: (serviceDocuments: number) =>
    byNumber(serviceDocuments, 'Queda 1 por traer.', `Quedan ${count(serviceDocuments)} por traer.`),
  full: 'No caben más. Amplía el espacio o quita los de algún expediente terminado.',
  usageUnknown: 'No se ha podido saber cuánto ocupan.',
  name: 'Nombre de los archivos al guardarlos',
  nameHelp: 'Lo que va entre llaves se sustituye en cada documento.',
  nameLabel: 'Plantilla de los archivos',
  namePreview: (name: string) => `Así queda: ${name}`,
  nameUnknown: (unknown: readonly string[]) =>
    `No sabemos qué poner en ${unknown.map((one) => `{${one.replace(/[{}]/g, '')}}`).join(', ')}.`,
  nameWrong: 'Con esa plantilla no sale un nombre de archivo.',
  insert: (mark: string) => `Añadir ${mark}`,
  marks: 'Datos que puede llevar',
  outside: outsideRange,
  search: 'borrar retención plazo RGPD bloqueo caché',
} as const

/** Fields allowed in the name template. */
export const NAME_MARKS = [
  '{matricula}',
  '{documento}',
  '{fecha}',
  '{cliente}',
  '{factura}',
  '{bastidor}',
  '{expediente}',
] as const

/** Texts of Ajustes › Copia de seguridad. */
export const backupText = {
  intro:
    'El servicio no tiene una lista de tus expedientes: si se pierde este equipo, se pierde saber cuáles hay. La copia lleva el índice de expedientes y firmas, tus notas y etiquetas, los borradores y lo que está por enviar, cifrado con una frase de paso. No lleva los documentos.',
  never: 'Todavía no hay ninguna copia',
  last: (at: number, now: number) => `La última, ${atMoment(at, now)}`,
  next: (at: number, now: number) => `La siguiente, ${atMoment(at, now)}.`,
  noNext: 'No hay copias automáticas.',
  due: 'Toca hacer una.',
  running: 'Haciendo una copia…',
  failed: 'La última no se pudo hacer.',
  save: 'Guardar una copia…',
  schedule: 'Copias automáticas',
  scheduleHelp: 'Cada tantos días, con Ventanilla abierta. Con 0, ninguna.',
  days: 'días',
  none: 'ninguna',
  folder: 'Carpeta de las copias',
  folderHelp: 'La ruta completa. Mejor en otro disco o en la red de la oficina.',
  folderMissing: 'Falta para las automáticas.',
  folderNotPath: 'Escribe la ruta completa de una carpeta.',
  passphrase: 'Frase de paso de las automáticas',
  passphraseSet: 'Guardada en el llavero. No se vuelve a mostrar: apúntala en otro sitio.',
  passphraseMissing: 'Falta: sin ella no se hace ninguna.',
  passphraseSetAction: 'Poner…',
  passphraseChange: 'Cambiar…',
  passphraseRemove: 'Quitar',
  passphraseRemoved: 'Frase quitada: no habrá copias automáticas',
  keep: 'Copias que se guardan en la carpeta',
  keepHelp: 'Al pasar de estas se quita la más antigua.',
  copies: 'copias',
  run: 'Hacer una ahora en la carpeta',
  runHelp: 'Con la misma frase de paso.',
  runNeeds: 'Antes hacen falta la carpeta y la frase de paso.',
  runAction: 'Hacer copia',
  ran: (path: string) => `Copia hecha: ${path}`,
  remind: 'Recordármelo si no hay copia desde hace',
  remindHelp: 'Un aviso en la pantalla. Con 0, nunca.',
  noReminder: 'sin aviso',
  restore: 'Restaurar una copia',
  restoreHelp:
    'Se junta con lo que hay: no quita nada y no vuelve a enviar nada. Ves lo que trae antes de decidir.',
  restoreAction: 'Elegir copia…',
  outside: outsideRange,
  search: 'restaurar respaldo exportar recuperar backup carpeta frase',
} as const

const UNREADABLE: Readonly<Record<UnreadableRecord['kind'], string>> = {
  procedure: 'Expediente',
  signature: 'Firma',
  draft: 'Borrador',
  signing: 'Firma sin enviar',
  contact: 'Firmante de la agenda',
  views: 'Vistas guardadas',
  template: 'Plantilla',
  watch: 'Matrícula vigilada',
  'plate-list': 'Lista de matrículas',
  'transfer-batch': 'Transferencias en lote',
  other: 'Registro desconocido',
}

/** Texts of the dialogs of a backup: its passphrase and its contents. */
export const copyText = {
  saveTitle: 'Guardar una copia de seguridad',
  saveBody:
    'La frase de paso cifra el archivo. Sin ella nadie puede abrirlo, tampoco nosotros: apúntala en un sitio seguro.',
  keepTitle: 'Frase de paso de las copias automáticas',
  keepBody:
    'Se guarda en el llavero del sistema para hacerlas sin preguntarte. Apúntala también en otro sitio.',
  keptDone: 'Frase de paso guardada en el llavero',
  save: 'Guardar copia',
  keep: 'Guardar la frase',
  saving: 'Haciendo la copia…',
  saved: 'Copia guardada en tus descargas',
  keeping: 'Guardando…',
  restoreTitle: 'Restaurar una copia',
  file: 'Archivo de la copia',
  choose: 'Elegir archivo…',
  chooseOther: 'Elegir otro…',
  noFile: 'Elige el archivo de la copia.',
  passphrase: 'Frase de paso de la copia',
  noPassphrase: 'Escribe la frase de paso con la que se hizo.',
  read: 'Ver lo que trae',
  reading: 'Leyendo la copia…',
  cancel: 'Cancelar',
  close: 'Cerrar',
  back: 'Elegir otra',
  madeAt: (at: number) => `El ${fullDate(at)} a las ${clock(at)}`,
  made: 'Hecha',
  of: 'Cuenta',
  columns: { what: 'Qué', inside: 'En la copia', fresh: 'Nuevo aquí' },
  procedures: 'Expedientes',
  signatures: 'Firmas',
  drafts: 'Borradores y envíos',
  nothingNew:
    'Este equipo ya conoce todo lo que trae. Al juntarla solo se pondrán al día notas y etiquetas más recientes.',
  safe: 'No se quita nada de este equipo y no se envía nada. Lo que estaba a medio enviar vuelve parado, para que lo compruebes tú.',
  other: (account: string) => `Es de otra cuenta: ${account}.`,
  otherBody:
    'Sus expedientes se verán en la cuenta que tienes abierta, y puede que el servicio no los reconozca.',
  otherConfirm: 'Traerlos a esta cuenta de todos modos',
  merge: 'Juntar con lo que hay',
  merging: 'Juntando…',
  doneTitle: 'Copia restaurada',
  done: ({ procedures, signatures, drafts }: Restored) =>
    `Han vuelto ${plural(procedures, 'expediente', 'expedientes')}, ${plural(signatures, 'firma', 'firmas')} y ${plural(drafts, 'borrador o envío', 'borradores y envíos')}.`,
  kept: (kept: number) =>
    byNumber(
      kept,
      'Uno era más reciente aquí y se ha dejado como estaba.',
      `${count(kept)} eran más recientes aquí y se han dejado como estaban.`,
    ),
  unreadable: (records: number) =>
    byNumber(records, 'Un registro no se puede leer.', `${count(records)} registros no se pueden leer.`),
  unreadableBody: 'Se trae todo lo demás. Si hay una copia anterior, puede que allí estén bien:',
  unreadableRecord: ({ kind, name }: UnreadableRecord) =>
    name === '' ? UNREADABLE[kind] : `${UNREADABLE[kind]} ${name}`,
  unreadableMore: (more: number) => `y ${count(more)} más`,
  short: passphraseText.short,
  different: passphraseText.different,
  newPassphrase: 'Frase de paso',
  repeat: 'Repítela',
  show: 'Mostrar',
  hide: 'Ocultar',
  account: ({ account }: BackupContents) => `${account.name} (${account.baseUrl || account.environment})`,
} as const
