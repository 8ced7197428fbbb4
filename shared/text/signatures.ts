import type { ErrorCode } from '../bridge/result.ts'
import type { PhoneLine } from '../domain/phone.ts'
import type { Signable, SignatureRequestField } from '../domain/signature-requests/fields.ts'
import { viewTitles } from './app.ts'
import type { ErrorText } from './errors.ts'
import { contactsText } from './fields.ts'
import { byNumber, count, plural } from './grammar.ts'
import { submissionText } from './outbox.ts'

/** Texts of Firmas: sending a document for signature, tracking it, and its signer. */

/** Purpose of each document, shown in the choice. */
export const signableHelp: Readonly<Record<Signable, string>> = {
  'mandate-specific': 'Para un trámite concreto: lo habitual antes de presentar.',
  'mandate-generic': 'Para todos los trámites de ese cliente, sin nombrar ninguno.',
  'sales-agreement': 'El acuerdo entre quien vende y quien compra.',
  'entity-representation': 'Quién puede firmar por una empresa.',
  'lost-documents-declaration': 'Cuando faltan el permiso o la ficha técnica.',
}

/** Order of the choice, most used first. */
export const SIGNABLE_ORDER = Object.keys(signableHelp) as readonly Signable[]

export const signatureRequestText = {
  section: viewTitles.signatures,
  title: viewTitles['signature-request'],
  sentTitle: 'Petición de firma',
  crumb: (where: string) => `Volver a ${where}`,
  loading: 'Abriendo…',
  failed: 'No se ha podido abrir',
  leave: 'Salir',
  document: 'Documento',
  signer: 'Firmante',
  again:
    'Es una petición nueva, con los datos de la anterior: el servicio no reenvía. La anterior queda como está.',
  seeBefore: 'Ver la anterior',
  personIs: (what: string) => `${what} · persona física`,
  companyIs: (what: string) => `${what} · persona jurídica`,
  company: 'Razón social',
  person: 'Nombre y apellidos',
  known: 'de Firmantes',
  knownHelp: 'Está en Firmantes',
  lines: {
    mobile: 'móvil',
    landline: 'fijo',
    other: 'ni móvil ni fijo corriente',
    unknown: 'extranjero',
  } satisfies Record<PhoneLine, string>,
  expected: (control: string) =>
    /\d/.test(control)
      ? `El control no corresponde: sería ${control}.`
      : `La letra no corresponde: sería ${control}.`,
  usualMethod: 'La única que nombra el servicio',
  advanced: 'Avanzado',
  advancedHelp:
    'Se une a lo que se envía, además del firmante. Pon solo lo que el operador te haya pedido para este documento.',
  assumption:
    'El servicio no publica qué pide este documento: se le envía el firmante, igual que en el mandato genérico.',
  extraPlaceholder: '{ "campo": "valor" }',
  local: '(no se envía)',
  optional: '(opcional)',
  suggestions: {
    contacts: 'Firmantes',
    towns: 'Municipios',
    methods: 'Formas de envío',
    files: 'Expedientes',
  },
  options: (n: number) => (n === 0 ? 'Sin sugerencias' : plural(n, 'sugerencia', 'sugerencias')),
  filled: (name: string) => `Datos de ${name} puestos`,
  toFix: (n: number) => (n === 0 ? '' : plural(n, 'dato por completar', 'datos por completar')),
  nothingLeaves: 'Nada sale de este equipo hasta que lo confirmes.',
  saveAndLeave: 'Guardar y salir',
  review: 'Revisar y enviar',
  back: 'Seguir editando',
  send: 'Enviar a firmar',
  finish: 'Dejar por enviar',
  finished: 'Queda en Sin enviar. No sale hasta que pulses Enviar.',
  ready: 'Está terminado y espera a que pulses Enviar.',
  undoTime: submissionText.undoTime,
  offline: submissionText.offline,
  left: 'Guardado en Sin enviar',
  leftEmpty: 'No había nada escrito: no se guarda',
  discard: 'Descartar',
  discardedTitle: 'Esta petición está descartada',
  discardedBody: 'Ya no sale de aquí. Se puede recuperar durante una hora; después se borra de este equipo.',
  restore: 'Recuperar',
} as const

/** Help of a field, if it needs any. */
export const signatureRequestHelp: Readonly<Partial<Record<SignatureRequestField, string>>> = {
  idNumber: 'El DNI, el NIE o el NIF de la empresa.',
  fullname: 'Empieza a escribir y se completa con Firmantes.',
  representativeIdNumber: 'Quien firma por la empresa: una persona.',
  phone: 'Con prefijo si no es español.',
  email: 'Ahí le llega para firmar.',
  notes: 'Para la oficina: no se envía.',
}

/** Party of a procedure. The owner is the only party of a registration. */
type SigningParty = 'seller' | 'buyer' | 'owner'
const PARTIES: Readonly<Record<SigningParty, string>> = {
  seller: 'transmitente',
  buyer: 'adquirente',
  owner: 'titular',
}

/** Link between a procedure and a signature request. */
export const signatureRequestFileText = {
  title: 'Para este expediente',
  search: 'Buscar expediente',
  placeholder: 'Matrícula, cliente, factura…',
  none: 'Sin expediente: se puede enlazar después.',
  noneFound: 'Ninguno con eso.',
  remove: 'Quitar el expediente',
  change: 'Cambiar',
  open: 'Abrir el expediente',
  seller: 'Transmitente',
  buyer: 'Adquirente',
  use: (who: SigningParty, name: string) => `Firma el ${PARTIES[who]}: ${name}`,
  parties: '¿Quién firma?',
} as const

export const signatureRequestChecksText = {
  title: 'Comprobaciones',
  fields: {
    ok: 'Datos completos',
    block: 'Faltan datos o hay errores',
    wait: 'Faltan datos',
    advice: 'Datos que conviene mirar',
  },
  fieldsOk: 'Todo lo que pide el servicio',
  parties: {
    ok: 'Firmante y partes',
    advice: 'El firmante no es ninguna de las partes',
    wait: 'Firmante y partes',
  },
  partiesOk: 'Es una de las partes del expediente',
  partiesAdvice: (names: string) => `En el expediente están ${names}. ¿Es quien debe firmar?`,
  partiesNone: 'El expediente no tiene apuntado el NIF de nadie',
  partiesNoFile: 'Se compara cuando hay expediente',
  partiesNoId: 'Se compara cuando esté el NIF',
  accept: 'Es quien debe firmar',
  accepted: 'Confirmado por ti.',
  takeBack: 'Quitar',
  open: {
    ok: 'Sin otra petición abierta',
    advice: 'Ya hay una petición abierta',
    wait: 'Otra petición abierta',
  },
  openOk: 'para este documento y firmante',
  openAdvice: 'El mismo documento para el mismo firmante sigue pendiente.',
  openUnsent: 'El mismo documento para el mismo firmante está en Sin enviar.',
  openSee: 'Ver la que hay',
  openWait: 'Se mira cuando el identificador está completo',
  mandate: 'Ya hay un mandato suyo en la ficha',
  mandateSee: 'Ver la ficha',
  connection: 'Sin conexión',
  connectionBody: submissionText.leavesOnSend,
  how: 'Cómo llega',
  howEmail: 'Por correo electrónico, a la dirección indicada. Aquí verás si se envió, si firmó o si caducó.',
  howOther: (method: string) =>
    `Por «${method}», como el servicio lo entienda. Aquí verás si se envió, si firmó o si caducó.`,
  howDemo: 'En Demostración y Pruebas no se envía ningún correo.',
} as const

export const signatureRequestReviewText = {
  title: 'Revisa antes de enviar',
  help: 'Una vez enviado no se puede corregir ni anular desde aquí.',
  what: 'Qué',
  who: 'Quién firma',
  where: 'Cómo le llega',
  file: 'Expediente',
  noFile: 'Ninguno',
  address: 'Domicilio',
  phone: 'Teléfono',
  extra: 'Datos añadidos',
  noAddress: 'Sin domicilio',
  noPhone: 'Sin teléfono',
  change: 'Cambiar',
  blocked: 'Todavía no se puede enviar',
} as const

export const signatureRequestStateText = {
  leavingTitle: 'Enviando a firmar',
  sending: 'Enviando al servicio…',
  sendingBody: submissionText.goesOn,
  uncertainTitle: 'Puede que ya esté enviado',
  uncertainBody:
    'Salió de este equipo y nadie contestó. No se repite solo: si llegó, habría dos peticiones iguales. Míralo en la web del operador y elige.',
  found: 'Ya está allí',
  foundField: 'ID o enlace de la petición',
  foundHelp: 'Cópialo de la web del operador: desde aquí se sigue como si se hubiera enviado bien.',
  foundSubmit: 'Seguirla',
  foundProblem: 'Eso no es un ID ni un enlace de una firma.',
  resend: 'Enviar otra vez',
  resendTitle: '¿Enviarlo otra vez?',
  resendBody:
    'Si la primera llegó, el firmante recibirá dos y las dos valdrán. Hazlo solo si has comprobado que no está.',
  resendKeep: 'No enviarlo',
  discard: 'Descartar',
  discardTitle: '¿Descartar este envío incierto?',
  discardBody:
    'Si llegó, el firmante la recibirá igual y aquí no se seguirá. Puedes añadirla después por su ID.',
  discardKeep: 'Dejarlo como está',
  failedTitle: 'No se ha enviado',
  sentTitle: 'Enviado a firmar',
  sentBody: 'Lo seguimos y te avisamos cuando firme, la rechace o caduque.',
  sentWhen: 'Enviado',
  sentId: 'ID',
  open: 'Ver la firma',
  another: 'Enviar otra',
  kept: 'El firmante queda en Firmantes.',
  said: {
    sending: 'Enviando.',
    uncertain: 'No se sabe si llegó. Decide tú.',
    failed: 'No se ha enviado.',
    sent: 'Enviado a firmar.',
  },
} as const

export const signatureListText = {
  list: 'Firmas de este equipo',
  search: 'Buscar en Firmas',
  placeholder: 'Firmante, NIF, matrícula…',
  newOne: viewTitles['signature-request'],
  add: 'Añadir por ID o enlace',
  contacts: viewTitles.contacts,
  loading: 'Leyendo…',
  failed: 'No se ha podido leer la lista.',
  columns: {
    file: 'Expediente',
    signer: 'Firmante',
    idTail: 'NIF',
    document: 'Documento',
    state: 'Estado',
    waiting: 'Espera',
    sent: 'Enviada',
    next: 'Siguiente',
  },
  noFile: 'Sin expediente',
  unlinked: 'enlazado',
  nameless: 'Sin nombre',
  undocumented: 'Documento sin nombre',
  tail: (tail: string) => (tail === '' ? '' : `…${tail}`),
  tailLabel: (tail: string) => `termina en ${tail}`,
  late: 'Tarda más de lo previsto',
  gone: 'Ya no está en el servicio',
  remind: 'Recordar',
  again: 'Enviar de nuevo',
  pdf: 'Ver PDF',
  of: (way: string, name: string) => `${way}: ${name}`,
  shown: (n: number, more: boolean) =>
    more ? `${plural(n, 'firma', 'firmas')}, hay más` : plural(n, 'firma', 'firmas'),
  open: 'abrir',
  againKey: 'enviar de nuevo',
  againNote: '«Enviar de nuevo» crea una petición nueva; la anterior queda como está.',
  notAgain: 'Solo se envía de nuevo lo rechazado o caducado.',
  emptyTitle: 'Aún no hay firmas.',
  emptyBody:
    'Elige qué hay que firmar. Si se pidió en otro sitio, añádela por su ID o su enlace y la seguimos.',
  noneTitle: (view: string) => `Nada en «${view}».`,
  noneBody: 'Cuando haya algo, aparece aquí.',
  noneFound: (text: string) => `Ninguna firma con «${text}».`,
  noneFoundBody: 'Busca por nombre, por el final del NIF, por matrícula o por documento.',
  seeAll: 'Ver todas',
  clear: 'Borrar la búsqueda',
  openOnes: (n: number) =>
    byNumber(
      n,
      'Hay 1 petición que todavía no está en el servicio.',
      `Hay ${count(n)} peticiones que todavía no están en el servicio.`,
    ),
  seeOpen: 'Ver',
} as const

/** Dialog that prepares a document for several signers. */
export const severalSignersText = {
  open: 'Preparar para varios…',
  title: 'Preparar para varios firmantes',
  intro: 'Se prepara una petición para cada uno, en «Sin enviar». De aquí no sale nada.',
  document: 'Documento',
  search: 'Buscar firmantes',
  placeholder: 'Nombre, NIF o correo…',
  list: 'Firmantes',
  none: 'Ningún firmante con ese texto.',
  unnamed: 'Sin nombre',
  incomplete: 'le faltan datos',
  chosen: (n: number) => (n === 0 ? 'Ninguno elegido.' : `${plural(n, 'elegido', 'elegidos')}.`),
  someIncomplete: (n: number) =>
    `${byNumber(n, 'Uno queda', `${count(n)} quedan`)} a medias, para completar.`,
  more: (n: number) => `Se ven los ${count(n)} más usados: escribe para encontrar a los demás.`,
  prepare: (n: number) => (n > 1 ? `Preparar ${count(n)}` : 'Preparar'),
  preparing: 'Preparando…',
  cancel: 'Cancelar',
  prepared: ({ ready, incomplete }: { ready: number; incomplete: number }) =>
    [
      ready > 0 && plural(ready, 'petición lista', 'peticiones listas'),
      incomplete > 0 && `${count(incomplete)} a medias`,
    ]
      .filter(Boolean)
      .join(' y '),
} as const

/** Sends all finished requests at once. */
export const sendAllText = {
  open: (n: number) => `Enviar las ${count(n)} listas…`,
  title: (n: number) => `¿Enviar ${plural(n, 'petición', 'peticiones')} a firmar?`,
  body: 'Cada una sale cuando pasa el tiempo de deshacer. Hasta entonces se puede deshacer en su línea.',
  names: (names: readonly string[], more: number) =>
    [...names, ...(more > 0 ? [`y ${count(more)} más`] : [])].join(' · '),
  keep: 'No enviar',
  submit: (n: number) => `Enviar ${count(n)}`,
  working: 'Enviando…',
  done: 'Peticiones en camino',
  refused: (n: number) =>
    `${byNumber(n, 'Una no ha salido', `${count(n)} no han salido`)}: ha cambiado. Ábrela para ver por qué.`,
} as const

/** Requests that the service does not have yet. */
export const signatureRequestListText = {
  title: viewTitles['signature-requests'],
  amount: (n: number) => plural(n, 'petición', 'peticiones'),
  list: 'Peticiones sin enviar',
  emptyTitle: 'Nada sin enviar.',
  emptyBody: 'Lo que empieces y dejes a medias espera aquí. Nada sale hasta que pulses Enviar.',
  failed: 'No se ha podido leer lo que está sin enviar.',
  loading: 'Leyendo…',
  nameless: 'Sin firmante todavía',
  states: {
    editing: { title: 'A medias', body: '' },
    ready: { title: 'Lista', body: 'Espera a que pulses Enviar.' },
    leaving: (seconds: number) => `Sale en ${count(seconds)} s`,
    sending: { title: 'Enviando', body: '' },
    uncertain: { title: 'Puede que ya esté enviada', body: 'Salió y nadie contestó. Decide tú.' },
    failed: { title: 'No se ha enviado', body: '' },
  },
  edited: (when: string) => `cambiada ${when}`,
  open: (name: string) => `Abrir ${name}`,
  discard: (name: string) => `Descartar ${name}`,
  discarded: (name: string) => `${name}: descartada`,
  undo: 'Deshacer',
  restored: 'Recuperada',
  remove: 'descartar',
  go: 'abrir',
} as const

/** Page of a signature. */
export const signaturePageText = {
  next: 'Qué hacer',
  reminder: 'Recordárselo',
  reminderHelp: 'Un mensaje para el firmante: lo copias, o lo abres en tu correo o en WhatsApp.',
  late: (days: number) => `Lleva más de ${plural(days, 'día', 'días')} esperando.`,
  again: 'Enviar de nuevo',
  againHelp: 'Crea una petición nueva con los mismos datos: el servicio no reenvía. Esta queda como está.',
  documents: 'Documento firmado',
  noDocument: 'Todavía no hay documento firmado.',
  noDocumentSigned:
    'El servicio la da por firmada, pero no trae el documento. Actualízala; si sigue así, avisa al operador.',
  unnamed: 'Documento firmado',
  view: 'Ver',
  save: 'Guardar',
  print: 'Imprimir',
  viewOf: (name: string) => `Ver ${name}`,
  saveOf: (name: string) => `Guardar ${name}`,
  printOf: (name: string) => `Imprimir ${name}`,
  printing: 'Preparando para imprimir…',
  notPrinted: 'No se ha podido preparar para imprimir.',
  saved: 'Documento firmado guardado',
  kept: 'En este equipo, cifrado',
  notKept: 'Se trae al verlo y se guarda cifrado en este equipo',
  unavailable: 'El servicio todavía no deja descargarlo',
  hash: 'SHA-256',
  copyHash: 'Copiar la huella SHA-256',
  hashCopied: 'Huella copiada',
  preview: (name: string) => `Vista previa de ${name}`,
  close: 'Cerrar',
  retry: 'Reintentar',
  bringing: 'Trayéndolo del servicio…',
  file: 'Expediente',
  noFile: 'No está enlazada con ningún expediente.',
  link: 'Enlazar',
  linkField: 'Enlazar con un expediente',
  linked: 'Enlazada con el expediente',
  unlinked: 'Ya no está enlazada con ese expediente',
  unlink: 'Quitar el enlace',
  undo: 'Deshacer',
  relink: 'Cambiar de expediente',
  cancel: 'Cancelar',
  mismatchTitle: 'El firmante no es ninguna de las partes del expediente.',
  mismatchBody: 'Comprueba que es quien debe firmar, o que el expediente es este.',
} as const

/** Errors of the signed document. */
export const signedErrors: Partial<Record<ErrorCode, ErrorText>> = {
  'not-a-pdf': {
    title: 'Lo que ha llegado no es un PDF.',
    advice:
      'El servicio ha mandado otra cosa en su lugar y no se ha guardado. Reintenta; si se repite, avisa al operador.',
  },
  'not-found': {
    title: 'El servicio ya no tiene ese documento.',
    advice: 'Actualiza la firma para ver si hay otro. Si se guardó en este equipo, sigue aquí.',
  },
  unauthorized: {
    title: 'La clave de la cuenta ya no vale para descargarlo.',
    advice: 'El documento firmado pide la clave de API. Cámbiala en Ajustes › Cuenta y vuelve a abrirlo.',
  },
  'redirect-refused': {
    title: 'El enlace del documento lleva a otra dirección.',
    advice: 'No se le ha dado la clave y no se ha descargado. Avisa al operador.',
  },
  unreachable: {
    title: 'No se ha podido conectar.',
    advice: 'Este documento no está en este equipo todavía. Cuando vuelva la conexión, ábrelo otra vez.',
  },
}

/** Signatures of a procedure, on its page. */
export const procedureSignaturesText = {
  title: 'Firmas',
  none: 'Ninguna todavía.',
  send: viewTitles['signature-request'],
  open: (name: string) => `Abrir ${name}`,
  failed: 'No se han podido leer sus firmas.',
  mandates: 'Mandato de cada parte',
  bothMandates: 'Preparar los dos',
  mandate: (who: SigningParty, name: string) =>
    [`Mandato del ${PARTIES[who]}`, name].filter(Boolean).join(': '),
} as const

/** Identifiers of the trial environments, each with the outcome of its request. */
export const trialSignerText = {
  title: 'De prueba',
  signers: [
    { idNumber: '00000000T', outcome: 'firma' },
    { idNumber: '00000001R', outcome: 'rechaza' },
    { idNumber: '00000002W', outcome: 'caduca' },
  ],
} as const

/** Error for a pasted request of another signer. */
export const foundOtherText = (fullname: string): string =>
  fullname === '' ? 'Esa petición es de otro firmante.' : `Esa petición es de otro firmante (${fullname}).`

/** Texts about contacts that may be one person. */
export const alikeText = {
  line: (n: number) => `Posibles repetidos: ${plural(n, 'pareja', 'parejas')} de firmantes.`,
  review: 'Revisar',
  title: 'Parecen la misma persona',
  intro:
    'Tienen el mismo teléfono o el mismo correo. Si las juntas, queda una con lo que le falte de la otra. Lo que respondas vale para toda la oficina, y lo que dejes sin responder se pregunta otro día.',
  samePhone: (phone: string) => `Mismo teléfono: ${phone}`,
  sameEmail: (email: string) => `Mismo correo: ${email}`,
  keep: (id: string, isEnd: boolean) => `Juntar y dejar ${isEnd ? 'la que termina en ' : ''}${id}`,
  distinct: 'Son distintas',
  uses: (n: number): string => (n === 0 ? contactsText.unused : contactsText.uses(n)),
  later: 'Ahora no',
  apply: 'Aplicar',
  settled: ({ joined, distinct, changed }: Record<'joined' | 'distinct' | 'changed', number>): string =>
    [
      joined > 0 && plural(joined, 'pareja juntada', 'parejas juntadas'),
      distinct > 0 && plural(distinct, 'pareja distinta', 'parejas distintas'),
      changed > 0 &&
        `${plural(changed, 'pareja ha cambiado', 'parejas han cambiado')} y se preguntará otra vez`,
    ]
      .filter(Boolean)
      .join(' · '),
} as const
