import type { Draft, SendingStep } from '../bridge/procedures.ts'
import type { FindingKind, PartyRole, Reason } from '../domain/pasted-text/finding.ts'
import type { FieldName, StepId } from '../domain/procedures/fields.ts'
import type { DraftKind } from '../domain/procedures/kinds.ts'
import type { StepState } from '../domain/procedures/steps.ts'
import { byNumber, count, listed, lowerFirst, plural } from './grammar.ts'
import { reportTypeLabels } from './labels-reports.ts'
import { submissionText } from './outbox.ts'
import { procedureKindTexts } from './procedure-kinds.ts'

/** Texts of opening a procedure: its steps, pasted text, its review, its submission and its receipt. */

export const stepTitles: Readonly<Record<StepId, string>> = {
  vehicle: 'Vehículo',
  operation: 'Operación',
  parties: 'Partes',
  documents: 'Documentos',
  review: 'Revisa y envía',
}

const NO_WAY_BACK =
  'Una vez enviado no se puede corregir ni anular desde aquí: habría que llamar al operador.'
const ATTACHED = 'Lo que acompaña al trámite.'

/** Line under the title of a step. */
export function stepHelp(kind: DraftKind, step: StepId): string {
  if (step === 'review') return NO_WAY_BACK
  return step === 'documents' ? ATTACHED : procedureKindTexts[kind].stepHelp[step]
}

export const stepStates: Readonly<Record<StepState, string>> = {
  empty: 'Sin empezar',
  incomplete: 'Incompleto',
  ready: 'Listo',
}

export const fieldHelp: Readonly<Partial<Record<FieldName, string>>> = {
  vin: '17 caracteres, sin I, O ni Q.',
  taxableBase: 'Como la escribes: 8.250 o 8250,50.',
  userEmail: 'El servicio escribe a esta dirección.',
  client: 'Para buscarlo después.',
  contractDate: 'Desde ella corren los plazos. Vale 12/11, 12-11-26 o 12112026.',
  sellerTaxId: 'DNI, NIE o NIF de empresa.',
  buyerTaxId: 'DNI, NIE o NIF de empresa.',
}

export const wizardText = {
  section: 'Expedientes',
  crumb: (list: string) => `Volver a ${list}`,
  rail: 'Comprobaciones y envío',
  steps: 'Pasos',
  leave: 'Salir',
  saveAndLeave: 'Guardar y salir',
  singlePage: 'Todo en una página',
  byStep: 'Paso a paso',
  back: 'Atrás',
  nothingLeaves: 'Nada sale de este equipo hasta el último paso.',
  next: (step: string) => `Siguiente: ${step.toLowerCase()}`,
  nextAnyway: 'Seguir de todos modos',
  recommended: (met: number, of: number) => `${count(met)} de ${count(of)} recomendados`,
  toSend: 'Falta enviar',
  /** Beside the label of a field that is never sent. */
  localField: '(no se envía)',
  platePlaceholder: '1234 BCD',
  understood: (echo: string) => `Son ${echo}`,
  read: (echo: string) => `Se lee ${echo}`,
  suggest: (value: string) => `Poner ${value}`,
  acceptAsIs: 'Es así',
  accepted: 'Confirmado por ti.',
  takeBack: 'Quitar',
  problemsTitle: (n: number) =>
    byNumber(n, 'Hay una cosa que mirar en este paso', `Hay ${count(n)} cosas que mirar en este paso`),
  loading: 'Abriendo el borrador…',
  failed: 'No se ha podido abrir el borrador',
  toDrafts: 'Ver los borradores',
  resumed: 'Sigue donde lo dejaste.',
  left: 'Guardado en Borradores',
  leftEmpty: 'No había nada escrito: no se guarda',
  atService:
    'Ya hay un borrador suyo en el servicio. Al enviarlo se corrige allí lo que cambies y se confirma; nada se duplica.',
  discardedTitle: 'Este borrador está descartado',
  discardedBody: 'Se puede recuperar durante una hora. Después se borra de este equipo.',
  restore: 'Recuperar',
} as const

export const savedText = {
  saved: (when: string) => `Guardado en este equipo · ${when}`,
  saving: 'Guardando…',
  failed: 'Sin guardar',
  failedHelp: 'Lo que escribes sigue en esta ventana. No la cierres.',
  retry: 'Guardar ahora',
} as const

/** Two windows with the same draft. */
export const conflictText = {
  title: 'Otra ventana ha cambiado lo mismo que tú',
  body: 'No se ha guardado nada encima. Elige qué se queda en cada campo.',
  mine: 'Lo tuyo',
  theirs: 'Lo de la otra ventana',
  keep: (what: string, field: string) => `${what} en ${field}`,
  empty: '(vacío)',
} as const

export const verdictPeekText = {
  title: 'Veredicto',
  none: 'Escribe la matrícula y aparece aquí.',
  asking: 'Consultando a Tráfico…',
  queued: 'Sin veredicto todavía: se preguntará cuando vuelva la conexión. Puedes seguir.',
  failed: 'No se ha podido consultar. Puedes seguir y preguntarlo luego.',
  again: 'Consultar de nuevo',
  age: (kind: 'reduced' | 'complete', age: string) => `${reportTypeLabels[kind]}, ${age}`,
  disagrees: 'Sus informes no dicen lo mismo: míralo en Consulta.',
  blocked:
    'Hay algo que impide transferirlo. Puedes preparar el expediente, pero Tráfico lo parará hasta que se levante.',
} as const

export const reviewText = {
  title: 'Revisa antes de enviar',
  change: 'Cambiar',
  changeOf: (field: string) => `Cambiar ${field.toLowerCase()}`,
  local: 'Se queda en la oficina: no se envía',
  empty: 'Sin rellenar',
  documents: 'Documentos',
  noDocuments: 'Ninguno. Puedes enviarlo así; suele volver con incidencia.',
  blockedTitle: 'Todavía no se puede enviar',
  seen: 'He mirado los otros y este es distinto',
  seenNeeded: 'Mira los expedientes repetidos y confirma que este es distinto.',
  send: 'Enviar a Tráfico',
  finish: 'Dejar por enviar',
  undoTime: submissionText.undoTime,
  offline: submissionText.offline,
  finished: 'Queda por enviar. No sale hasta que pulses Enviar.',
  ready: 'Está terminado y espera en Por enviar a que pulses Enviar.',
  toOutbox: 'Ver Por enviar',
  onSending: 'Al enviar',
  once: 'Si se corta a medias, nada se envía dos veces.',
  stepLines: (documents: number): readonly { step: SendingStep; words: string }[] => [
    { step: 'create', words: 'Se crea el borrador en el servicio' },
    {
      step: 'documents',
      words:
        documents === 0
          ? 'No hay documentos que subir'
          : byNumber(documents, 'Se sube 1 documento', `Se suben ${count(documents)} documentos`),
    },
    { step: 'confirm', words: 'Se confirma a Tráfico' },
  ],
} as const

export const checksText = {
  title: 'Comprobaciones',
  levels: { block: 'Impide enviar', advice: 'Aviso', wait: 'Pendiente', ok: 'Bien' },
  looking: 'Comprobando…',
  available: {
    ok: 'Se puede enviar desde aquí',
    'no-path': 'No se sabe a qué dirección enviarla',
    'nothing-persists': 'Esta sesión no guarda nada',
  },
  availableBody: {
    'no-path':
      'El operador no publica la dirección de las notificaciones de venta. Ponla en Ajustes cuando te la dé; mientras, el borrador se guarda.',
    'nothing-persists': 'Sin llavero no se puede crear nada. Ábrelo en Ajustes.',
  },
  settings: 'Abrir Ajustes',
  fields: { ok: 'Datos completos', advice: 'Datos que conviene mirar', block: 'Faltan datos o hay errores' },
  fieldsOk: 'Todo lo que pide el servicio',
  verdict: { wait: 'Sin veredicto', old: 'Veredicto antiguo' },
  verdictWait: 'No se ha consultado la matrícula. Puedes enviarlo igual.',
  documents: { ok: 'Documentos completos', advice: 'Faltan documentos', none: 'Sin documentos' },
  documentsOk: (n: number) => byNumber(n, 'El recomendado', `Los ${count(n)} recomendados`),
  /** «Contrato o factura, ficha técnica y mandato firmado. …» */
  documentsMissing: (names: readonly string[]) =>
    `${listed(names.map((name, index) => (index === 0 ? name : lowerFirst(name))))}. Puedes enviarlo sin ellos; suele volver con incidencia.`,
  files: { ok: 'Archivos en orden', block: 'Hay archivos que no se pueden enviar' },
  filesBody: 'Quítalos o tráelos otra vez en Documentos.',
  duplicates: { ok: 'Sin duplicados', advice: 'Puede estar repetido', wait: 'Duplicados' },
  duplicatesWait: {
    vin: 'Se buscan cuando esté el bastidor',
    vrm: 'Se buscan cuando esté la matrícula',
  },
  by: { vrm: 'la misma matrícula', vin: 'el mismo bastidor', invoiceNumber: 'la misma factura' },
  duplicate: (what: string, by: string) => `${what}, con ${by}`,
  parties: { ok: 'Partes distintas', advice: 'Vende y compra la misma persona', wait: 'Partes' },
  partiesBody: 'Los dos NIF son iguales. Compáralos con los documentos.',
  partiesWait: 'Se comparan cuando estén los dos NIF',
  deadline: { wait: 'Plazo' },
  deadlineWait: 'Se cuenta desde la fecha del contrato',
  connection: { ok: 'Con conexión', advice: 'Sin conexión' },
  connectionBody: submissionText.leavesOnSend,
} as const

export const sendingText = {
  leaving: (seconds: number) => `Sale en ${count(seconds)} s`,
  leavingBody: 'Todavía no ha salido nada de este equipo.',
  now: 'Saliendo…',
  undo: 'Deshacer',
  undone: 'Deshecho. No ha salido nada.',
  title: 'Enviando',
  body: submissionText.goesOn,
  done: 'hecho',
  doing: 'en curso',
  pending: 'pendiente',
  announce: (seconds: number) =>
    seconds === 0 ? 'Enviando.' : `Sale en ${count(seconds)} segundos. Pulsa Z o Escape para deshacer.`,
} as const

export const receiptText = {
  elsewhere: 'La confirmó otra persona en el servicio, una sola vez.',
  when: 'Enviado',
  id: 'ID',
  vehicle: 'Vehículo',
  client: 'Cliente',
  documents: 'Documentos subidos',
  follow: 'Lo seguimos por ti: cada cambio sale en Novedades.',
  wiped: 'Las copias de los documentos ya no están en este equipo: están en el servicio.',
  open: 'Ver expediente',
} as const

/** State that the draft has reached, for screen readers. */
export const stateSaid: Readonly<Partial<Record<Draft['state'], string>>> = {
  sending: 'Enviando.',
  stopped: 'El envío se ha parado. Mira por qué.',
  sent: 'Enviado.',
  handed: 'Entregado a un compañero. Aquí ya no se puede cambiar.',
  collected: 'Lo ha recogido un compañero. Aquí no se puede cambiar.',
}

// Texts of *Pegar texto*: data of a mail, a contract or a chat, offered for the fields of a procedure.

const kinds: Readonly<Record<FindingKind, readonly [one: string, many: string]>> = {
  plate: ['matrícula', 'matrículas'],
  vin: ['bastidor', 'bastidores'],
  taxId: ['NIF', 'NIF'],
  person: ['nombre', 'nombres'],
  company: ['empresa', 'empresas'],
  address: ['domicilio', 'domicilios'],
  postalCode: ['código postal', 'códigos postales'],
  town: ['municipio', 'municipios'],
  province: ['provincia', 'provincias'],
  email: ['correo', 'correos'],
  phone: ['teléfono', 'teléfonos'],
  amount: ['importe', 'importes'],
  invoice: ['n.º de factura', 'números de factura'],
  date: ['fecha', 'fechas'],
}

export const findingLabel = (kind: FindingKind): string => kinds[kind][0]

export const partyLabels: Readonly<Record<PartyRole, string>> = {
  seller: 'del transmitente',
  buyer: 'del adquirente',
  representative: 'del representante',
  dealer: 'de la compraventa',
}

export const reasonLabels: Readonly<Record<Reason, string>> = {
  label: 'lo dice el texto',
  control: 'su letra de control cuadra',
  title: 'va tras un tratamiento',
  sign: 'lleva el euro',
  beside: 'va junto a un NIF',
  form: 'por su forma',
}

export const pastedText = {
  open: 'Pegar texto',
  title: 'Datos de un texto',
  entryLabel: 'Texto',
  entryHelp:
    'Pega un correo, un contrato o un chat. Aquí se ve qué datos tiene y tú eliges cuáles pasan al formulario. El texto no se guarda.',
  readClipboard: 'Pegar del portapapeles',
  byKeyboard: 'Pega en el cuadro con Ctrl + V.',
  clipboardRefused: 'El navegador no deja leer el portapapeles. Haz clic en el cuadro y pega con el teclado.',
  clipboardEmpty: 'En el portapapeles no hay texto. Copia primero el correo o el contrato.',
  find: 'Buscar datos',
  cancel: 'Cancelar',
  close: 'Cerrar',
  another: 'Pegar otro texto',
  reading: (share: number) => `Buscando datos: ${count(share)} %`,
  stop: 'Parar',
  stopped: (share: number) =>
    `Has parado la búsqueda: se ha leído el ${count(share)} % del texto. Lo demás no está aquí.`,
  tooLong: (characters: number) =>
    `El texto es muy largo: solo se han leído los primeros ${count(characters)} caracteres. Pega por separado la parte que falta.`,
  source: 'Texto pegado',
  notInField: 'Es un texto y no cabe en ese campo: el campo sigue como estaba.',
  gap: (characters: number) => `[${plural(characters, 'carácter', 'caracteres')} sin datos que mostrar]`,
  fields: 'Datos para este formulario',
  otherVehicle: (vehicle: string) =>
    `El texto es de otro vehículo: ${vehicle}. No se ha marcado nada; comprueba que es el texto de este expediente.`,
  fieldsHelp: 'Marca los que quieras. Lo que ya está escrito no cambia si no lo marcas.',
  now: (value: string) => `Ahora: ${value}`,
  same: 'Ya está puesto',
  choose: (field: string) => `Valor para ${field}`,
  doubtful: 'Dudoso: compáralo con el texto',
  partyUnknown: 'El texto no dice de quién es',
  take: (n: number) =>
    n === 0 ? 'Nada marcado' : byNumber(n, 'Tomar el dato marcado', `Tomar los ${count(n)} marcados`),
  unseen: (n: number) =>
    byNumber(n, 'Hay uno marcado más abajo, sin ver.', `Hay ${count(n)} marcados más abajo, sin ver.`),
  noneTitle: 'En este texto no hay datos para el formulario',
  noneBody:
    'Se buscan matrícula, bastidor, NIF, nombres, importes, factura, correo y fecha. Comprueba que has pegado el texto entero, o escríbelos en sus campos.',
  others: (all: readonly (readonly [kind: FindingKind, n: number])[]) =>
    `También hay ${listed(all.map(([kind, n]) => plural(n, ...kinds[kind])))}, sin campo en este formulario.`,
  appliedTitle: 'Puesto desde el texto',
  applied: (fields: readonly string[]) =>
    `${byNumber(fields.length, 'Puesto desde el texto:', 'Puestos desde el texto:')} ${listed(fields)}.`,
  appliedSaid: (n: number) =>
    `${byNumber(n, 'Se ha puesto un campo', `Se han puesto ${count(n)} campos`)} desde el texto. Con Control Z se deshace.`,
  undo: 'Deshacer',
  keep: 'Entendido',
} as const
