import type { DraftProblem, DraftRow, SendingStep } from '../bridge/procedures.ts'
import type { Handover } from '../bridge/handovers.ts'
import type { ErrorCode } from '../bridge/result.ts'
import { displayPlate } from '../domain/plates/classify.ts'
import { viewTitles } from './app.ts'
import { fullDate } from './dates.ts'
import type { ErrorText } from './errors.ts'
import { byNumber, count, plural, shortVin } from './grammar.ts'
import { procedureKindLabels } from './labels.ts'

/** Texts of procedures before sending: a new one, «Borradores» and «Por enviar». */

/** «Transferencia de 1234 BCD», «Matriculación del bastidor …000417»: a draft inside a sentence. */
export function draftName({ kind, vrm, vin }: Pick<DraftRow, 'kind' | 'vrm' | 'vin'>): string {
  if (vrm !== undefined) return `${procedureKindLabels[kind]} de ${displayPlate(vrm)}`
  return vin === undefined
    ? `${procedureKindLabels[kind]} sin vehículo`
    : `${procedureKindLabels[kind]} del ${shortVin(vin)}`
}

/** Sentences that a draft and a signature request share. */
export const submissionText = {
  offline: 'Sin conexión: queda por enviar hasta que pulses Enviar.',
  undoTime: (seconds: number) => (seconds === 0 ? '' : `Tienes ${count(seconds)} s para deshacer.`),
  leavesOnSend: 'Queda por enviar y sale cuando pulses Enviar.',
  goesOn: 'Puedes cerrar esta página: el envío sigue solo.',
} as const

/** Errors of a submission. */
export const sendErrors: Partial<Record<ErrorCode, ErrorText>> = {
  'draft-changed': {
    title: 'Ha cambiado desde que lo viste: sus datos o sus documentos.',
    advice: 'No se ha enviado. Revisa lo que hay ahora y envíalo otra vez.',
  },
}

export const draftListText = {
  title: viewTitles.drafts,
  list: 'Borradores de este equipo',
  amount: (n: number) => plural(n, 'borrador', 'borradores'),
  emptyTitle: 'No hay borradores.',
  emptyBody: 'Lo que empieces y dejes a medias te espera aquí, en este equipo, también si se va la luz.',
  toProcedures: 'Ir a Expedientes',
  failed: 'No se han podido leer los borradores.',
  loading: 'Leyendo…',
  noVehicle: 'Sin vehículo todavía',
  edited: (when: string) => `Cambiado ${when}`,
  documents: (n: number) => (n === 0 ? 'sin documentos' : plural(n, 'documento', 'documentos')),
  discard: (name: string) => `Descartar ${name}`,
  discardShort: 'Descartar',
  discarded: (name: string) => `${name}: descartado. Se puede recuperar durante una hora.`,
  restored: 'Borrador recuperado',
  undo: 'Deshacer',
  dismiss: 'Cerrar',
  open: 'seguir',
  remove: 'descartar',
} as const

/** Dialog that hands a draft over. */
export const giveText = {
  title: (_n: number) => '¿A quién se lo entregas?',
  field: 'Nombre',
  help: 'Elige a quién con las flechas o con el ratón. Hasta que lo recoja, puedes recuperarlo.',
  alone: 'Todavía no se conoce a nadie más: cada uno escribe su nombre en Ajustes de su equipo.',
  unnamed: 'Para que sepa quién se lo entrega, escribe tu nombre en Ajustes.',
  list: 'Compañeros',
  note: 'Recado (opcional)',
  noteHelp: 'Lo lee quien lo recoge, y queda en las notas del borrador.',
  apply: 'Entregar',
  cancel: 'Cancelar',
} as const

/** Drafts that are handed over to a colleague, or by one. */
export const handoverText = {
  action: 'Entregar a un compañero',
  key: 'entregar',
  give: (name: string) => `Entregar ${name}`,
  given: (person: string) => `Entregado a ${person}. Hasta que lo recoja, puedes recuperarlo.`,
  incoming: 'Te entregan',
  from: (person: string) => (person === '' ? 'De otro equipo' : `De ${person}`),
  take: 'Recoger',
  takeIt: (name: string) => `Recoger ${name}`,
  taking: 'Recogiendo…',
  open: 'Abrir',
  openIt: (name: string) => `Abrir ${name}`,
  withdraw: 'Recuperar',
  title: (person: string) => `Entregado a ${person}`,
  body: 'Aquí no se puede cambiar. Cuando lo recoja, se quita de esta lista.',
  collectedBody:
    'Aquí no se puede cambiar ni enviar. Sigue aquí solo si en su equipo no está: no debe enviarse dos veces.',
  hiddenBody: 'Se guarda 30 días, por si no le hubiera llegado. Después se borra de este equipo.',
  keep: 'Seguir aquí',
  delivered: (n: number) => `Entregados (${count(n)})`,
  deliveredList: 'Borradores que ya han recogido los compañeros',
  /** What ended while the page was open. */
  collected: 'Recogido',
  withdrawn: 'Ya no está por recoger',
  left: 'Ya no está en este equipo',
  over: 'Esta entrega ya ha terminado.',
  states: {
    sending: ({ person, parts }: Handover) =>
      parts.of === 0
        ? `Entregándolo a ${person}…`
        : `Entregándolo a ${person}: ${count(parts.done)} de ${plural(parts.of, 'parte', 'partes')}`,
    offered: ({ person }: Handover) => `Entregado a ${person}, sin recoger`,
    incoming: () => 'Sin recoger',
    fetching: ({ parts }: Handover) =>
      parts.of === 0
        ? 'Recogiendo…'
        : `Recogiendo: ${count(parts.done)} de ${plural(parts.of, 'parte', 'partes')}`,
    claiming: () => 'Recogiendo…',
    withdrawing: () => 'Recuperándolo…',
    taken: ({ person, at }: Handover) => `Lo recogió ${person || 'un compañero'} el ${fullDate(at)}`,
    unreached: ({ role, state, person }: Handover) =>
      role === 'receiver'
        ? 'Se recoge cuando vuelva el relé'
        : state === 'withdrawing'
          ? 'Se recupera cuando vuelva el relé'
          : `Sale hacia ${person} cuando vuelva el relé`,
  },
} as const

export const outboxText = {
  title: viewTitles.outbox,
  list: 'Por enviar',
  emptyTitle: 'Nada por enviar.',
  emptyBody:
    'Aquí espera lo que está terminado y todavía no ha salido. Nada se envía hasta que pulses Enviar.',
  failed: 'No se ha podido leer lo que está por enviar.',
  offline: 'Sin conexión con el servicio. Lo que está listo espera aquí; cuando vuelva, pulsa Enviar.',
  unauthorized: 'La clave de API no vale: no puede salir nada hasta que la cambies en Ajustes.',
  waiting: (n: number) => byNumber(n, 'Hay 1 listo para enviar.', `Hay ${count(n)} listos para enviar.`),
  sendAll: (n: number) => byNumber(n, 'Enviar el que está listo…', `Enviar los ${count(n)} listos…`),
  leavingAll: (n: number, seconds: number) =>
    `${byNumber(n, 'Sale 1', `Salen ${count(n)}`)} en ${count(seconds)} s.`,
  undoAll: (n: number) => byNumber(n, 'Deshacer', `Deshacer los ${count(n)}`),
  undone: (n: number) =>
    byNumber(n, 'No ha salido: vuelve a ser un borrador.', 'No han salido: vuelven a ser borradores.'),
  documents: (uploaded: number, of: number) =>
    of === 0
      ? 'sin documentos'
      : uploaded === 0
        ? plural(of, 'documento', 'documentos')
        : `${count(uploaded)} de ${plural(of, 'documento subido', 'documentos subidos')}`,
  open: (name: string) => `Abrir ${name}`,
} as const

/** State of each draft with its meaning, which is the reason that it waits. */
export const outboxViewModels = {
  ready: { title: 'Listo', body: 'Espera a que pulses Enviar.' },
  readyOffline: { title: 'Listo, sin conexión', body: 'Cuando vuelva la conexión, pulsa Enviar.' },
  leaving: (seconds: number) => ({
    title: `Sale en ${count(seconds)} s`,
    body: 'Todavía no ha salido nada.',
  }),
  steps: {
    create: 'Creando el borrador en el servicio.',
    update: 'Corrigiendo los datos en el servicio.',
    documents: 'Subiendo los documentos.',
    check: 'Preguntando al servicio qué llegó.',
    confirm: 'Confirmando.',
  } satisfies Record<SendingStep, string>,
  sending: 'Enviando',
  retrying: 'Enviando: se vuelve a intentar solo',
  doubt: {
    title: 'Puede que ya esté confirmado',
    body: 'Se envió la confirmación y nadie contestó. No se repite: antes se pregunta al servicio, y se sigue preguntando hasta saberlo.',
  },
  problems: {
    refused: {
      title: 'El servicio no acepta los datos',
      body: 'No se ha confirmado nada. Corrige lo que dice y vuelve a enviarlo.',
    },
    'document-refused': {
      title: 'El servicio no acepta un documento',
      body: 'No se ha confirmado nada. Quítalo o cámbialo por otro y vuelve a enviarlo.',
    },
    'confirmed-elsewhere': {
      title: 'Lo ha confirmado otra persona',
      body: 'Mientras se enviaba, alguien confirmó el mismo borrador en el servicio. Si es el bueno, dalo por enviado y se suben los documentos que falten.',
    },
    vanished: {
      title: 'El servicio ya no lo encuentra',
      body: 'Pudo llegar a confirmarse. Búscalo en la web del operador antes de enviarlo otra vez: si estaba confirmado, habría dos.',
    },
    'documents-differ': {
      title: 'Los documentos no coinciden',
      body: 'El servicio muestra documentos distintos de los que subiste. No se ha confirmado nada.',
    },
  } satisfies Record<DraftProblem, { title: string; body: string }>,
} as const

/** Actions on a draft: verb and object. An irreversible one states its effect. */
export const outboxWays = {
  send: 'Enviar…',
  undo: 'Deshacer',
  stop: 'Parar el envío',
  check: 'Comprobar ahora',
  fix: 'Corregir',
  documents: 'Ver los documentos',
  accept: 'Dar por enviado',
  again: 'Enviar como nuevo…',
  open: 'Abrir',
} as const

export const sendDialogText = {
  title: (n: number) => byNumber(n, '¿Enviar este expediente?', `¿Enviar estos ${count(n)} expedientes?`),
  body: (n: number, seconds: number) => {
    const when = seconds === 0 ? 'enseguida.' : `a los ${count(seconds)} segundos, por si te arrepientes.`
    const after = byNumber(
      n,
      'Una vez confirmado no se puede anular',
      'Una vez confirmados no se pueden anular',
    )
    return `${byNumber(n, 'Sale', 'Salen')} ${when} ${after} desde aquí.`
  },
  keep: 'No enviar todavía',
  submit: (n: number) => byNumber(n, 'Enviar a Tráfico', `Enviar los ${count(n)} a Tráfico`),
  sending: 'Comprobando y enviando…',
  left: (n: number) => plural(n, 'está saliendo.', 'están saliendo.'),
  held: (n: number) => plural(n, 'no ha salido:', 'no han salido:'),
  openOne: (name: string) => `Abrir ${name}`,
  close: 'Cerrar',
} as const

export const againDialogText = {
  title: '¿Dejar lo que hay en el servicio y enviarlo como nuevo?',
  body: {
    vanished:
      'Si el de antes llegó a confirmarse, habría dos expedientes iguales y el segundo no se puede anular desde aquí. Hazlo solo si has comprobado que no está.',
    'confirmed-elsewhere':
      'El que confirmó la otra persona sigue adelante: habría dos expedientes del mismo vehículo. Hazlo solo si de verdad es otro.',
    other: 'Lo que quedó a medias en el servicio no hace nada y se queda allí. Este vuelve a Por enviar.',
  },
  keep: 'Dejarlo como está',
  submit: 'Dejarlo allí y prepararlo como nuevo',
  done: 'Vuelve a estar listo para enviar',
} as const

/** Texts for starting a procedure, on any page. */
export const newText = {
  button: 'Nuevo',
  menu: 'Expediente nuevo',
  template: 'Plantilla',
  templates: 'Todas las plantillas…',
  noPath: 'Apagada: falta su dirección en Ajustes',
  nothingPersists: 'No se puede: esta sesión no guarda nada',
  continueDraft: 'Este borrador no se ha confirmado.',
  adopt: 'Seguir con él',
} as const
