import { sentence, upperFirst } from './grammar.ts'
import {
  generatedHelp,
  inputHelp,
  incidentHelp,
  failureHelp,
  issueHelp,
  verdictHelp,
  type HelpEntry,
  type HelpFamily,
  type HelpOf,
  type TopicId,
} from './help-topics.ts'
import { issueSteps } from './incidents.ts'
import { issueLabels, reportFailureLabels, transferabilityLabels } from './labels-reports.ts'
import {
  generatedDocumentLabels,
  inputDocumentLabels,
  incidentLabels,
  procedureStateLabels,
  signatureDocumentLabels,
  signatureStateLabels,
} from './labels.ts'

/** Help on the states of a procedure. */
const stateHelp: HelpOf<'state'> = {
  DRAFT: {
    means:
      'El expediente existe en el servicio, pero no está confirmado: nadie lo tramita todavía. Los que aún no han salido de este equipo están en Borradores, donde también se entregan a un compañero.',
    steps: ['Completa los datos y los documentos.', 'Revísalo y pulsa Enviar.'],
    related: ['state:PENDING'],
    also: 'borrador sin enviar confirmar',
  },
  BLOCKED: {
    means:
      'El trámite está parado por una incidencia. Casi siempre depende de ti: un documento, un pago o una carga que hay que levantar.',
    steps: [
      'Abre el expediente y lee sus incidencias.',
      'Sube lo que pide cada una con «Subir y resolver».',
      'Si depende del cliente, copia el mensaje y envíaselo.',
    ],
    related: ['incident:pending-document', 'incident:ownership-hold', 'incident:seizure', 'state:ON_HOLD'],
    also: 'bloqueado parado',
  },
  PENDING: {
    means: 'Está recibido y espera su turno para tramitarse. Todavía no ha empezado.',
    steps: ['Espera: Ventanilla te avisa cuando cambie.'],
    related: ['state:IN_PROGRESS', 'state:BLOCKED'],
  },
  IN_PROGRESS: {
    means: 'Se está tramitando. Puede pasar a una espera o a una incidencia antes de terminar.',
    steps: ['Espera: Ventanilla te avisa cuando cambie.', 'Si el cliente pregunta, copia el resumen.'],
    related: ['state:ON_HOLD', 'state:BLOCKED', 'state:DONE'],
  },
  ON_HOLD: {
    means:
      'Espera a un organismo externo, como Tráfico, Hacienda o el Colegio de Gestores. Desde aquí no se puede acelerar.',
    steps: [
      'Mira en la incidencia a quién se espera.',
      'Si se alarga, pregunta al organismo o al operador con el ID del expediente.',
    ],
    related: [
      'incident:waiting-gestores-validation',
      'incident:waiting-620-validation',
      'incident:waiting-iedmt-validation',
      'incident:registry-rejected',
    ],
    also: 'parado terceros',
  },
  DONE: {
    means: 'El trámite está completado y sus documentos, disponibles. En una matriculación ya hay matrícula.',
    steps: ['Guarda o imprime los documentos.', 'Entrega la documentación al cliente.'],
    related: ['state:DELIVERED_TO_CLIENT', 'generated:final_veh_registration_cert'],
    also: 'terminado matrícula asignada',
  },
  CANCELLED: {
    means: 'El trámite se ha anulado y no sigue. Cuando el servicio da el motivo, se ve junto al estado.',
    steps: ['Lee el motivo.', 'Si hay que hacerlo, corrige lo que falló y abre un expediente nuevo.'],
    related: ['state:BLOCKED'],
    also: 'cancelado motivo',
  },
  DELIVERED_TO_CLIENT: {
    means: 'Los documentos definitivos se han entregado al cliente. No queda nada pendiente.',
    steps: ['Archiva lo que guarde tu oficina.'],
    related: ['state:DONE'],
    also: 'cerrado archivo',
  },
}

/** Help on the states of a signature. */
const signatureHelp: HelpOf<'signature'> = {
  submitted: {
    means: 'El servicio ha registrado la petición, pero aún no la ha enviado al firmante.',
    steps: ['Espera: pasa sola a «Pendiente de firma».'],
    related: ['signature:sent'],
  },
  sent: {
    means: 'El firmante tiene el documento en su correo y todavía no lo ha firmado.',
    steps: [
      'Si tarda, cópiale un recordatorio y pídele que mire el correo no deseado.',
      'Si la dirección está mal, envía una petición nueva: una enviada no se corrige.',
    ],
    related: ['signature:expired', 'signature:signed'],
    also: 'pendiente recordatorio',
  },
  signed: {
    means: 'El firmante ha firmado y el documento firmado se puede descargar.',
    steps: ['Guarda el PDF firmado.', 'Súbelo al expediente si hace falta.'],
    related: ['signable:mandate-generic'],
  },
  rejected: {
    means: 'El firmante se ha negado a firmar. Esa petición ya no vale.',
    steps: ['Pregúntale por qué.', 'Corrige lo necesario y envía una petición nueva.'],
    related: ['signature:sent'],
  },
  expired: {
    means: 'Se ha pasado el plazo para firmar. Esa petición ya no vale.',
    steps: ['Comprueba la dirección de correo con el firmante.', 'Envía una petición nueva.'],
    related: ['signature:sent'],
    also: 'plazo caducidad',
  },
}

/** Help on the documents sent for signature. */
const signableHelp: HelpOf<'signable'> = {
  'mandate-generic': {
    means: 'El cliente encarga a la gestoría que actúe por él ante la Administración, en general.',
    steps: ['Envíalo a firmar a quien figura en el trámite, o a su representante.'],
    related: ['signable:mandate-specific', 'signable:entity-representation'],
    also: 'mandato encargo',
  },
  'mandate-specific': {
    means: 'El cliente encarga a la gestoría un trámite concreto, que el documento nombra.',
    steps: ['Comprueba que el vehículo y el trámite son los del expediente.', 'Envíalo a firmar.'],
    related: ['signable:mandate-generic'],
    also: 'mandato encargo',
  },
  'entity-representation': {
    means: 'Una persona declara que representa a una entidad y que puede firmar por ella.',
    steps: ['Indica a la persona que firma, con su NIF.', 'Acompáñalo del poder si lo piden.'],
    related: ['input:power_of_attorney', 'input:tax_id'],
    also: 'empresa apoderado',
  },
  'sales-agreement': {
    means: 'Transmitente y adquirente acuerdan la venta. Su fecha es la que cuenta para los plazos.',
    steps: ['Comprueba vehículo, precio, fecha y partes.', 'Envíalo a firmar.'],
    related: ['input:sales_agreement'],
    also: 'venta plazos',
  },
  'lost-documents-declaration': {
    means: 'El titular declara que ha perdido documentos del vehículo. Acompaña al trámite en su lugar.',
    steps: ['Indica qué documento se perdió.', 'Envíalo a firmar al titular.'],
    related: ['input:lost_documents_declaration'],
    also: 'perdido permiso ficha',
  },
}

/** Help on requests to clients. */
const requestHelp: HelpOf<'request'> = {
  request: {
    means:
      'Cada documento o firma que pides al cliente queda apuntado con su fecha, cómo lo pediste, para cuándo y cuándo se reclama. Lo que llega lo cierra solo: el documento reconocido, la firma firmada, la incidencia resuelta.',
    steps: [
      'Pulsa Q en el expediente y elige qué le pides. Al cliente también lo apunta con su mensaje.',
      'Cada mañana abre Expedientes › Reclamar: un cliente por bloque, con lo que le falta.',
      'Con W preparas su mensaje; con R apuntas que lo has reclamado, y con Z lo deshaces.',
      'Nada se envía solo: tú copias el mensaje o lo abres en tu programa.',
    ],
    related: ['incident:pending-document'],
    also: 'reclamar pedir perseguir falta documentación recordatorio sin respuesta',
  },
}

const ledgerTopicTitles = {
  account: 'Cuenta de un expediente',
  statement: 'Provisión de fondos y liquidación',
  tariff: 'Tarifas',
  client: 'Ficha de un cliente',
} as const

/** Help on the ledger. */
const ledgerHelp: HelpOf<'ledger'> = {
  account: {
    means:
      'Lo que pides al cliente, lo que te paga, lo que pagas por él (suplidos, sin IVA) y tus honorarios. El saldo dice lo que falta cobrar o lo que tiene a favor. Lo pedido no cuenta en el saldo hasta que lo recibes.',
    steps: [
      'Pulsa D en el expediente, elige el tipo y escribe el importe. Intro lo apunta.',
      'Con una cifra pones lo que propone la tarifa; con 0, lo que falta.',
      'Si te equivocas, pulsa «Anular»: se escribe un apunte contrario y nada se borra.',
      'Si dos equipos apuntan el mismo recibo, di si es el mismo o son dos.',
    ],
    related: ['ledger:statement', 'ledger:tariff'],
    also: 'cobros dinero saldo deuda provisión suplidos honorarios tasas iva devolución apunte anular',
  },
  statement: {
    means:
      'La provisión de fondos dice al cliente lo que tiene que adelantar. La liquidación dice lo pagado, tus honorarios y lo que queda. Ninguna es una factura: la factura sale de tu programa de facturación.',
    steps: [
      'En la cuenta, pulsa P para copiar la provisión o L para copiar la liquidación.',
      '«Para el cliente» las guarda también en PDF.',
      'En Cobros, el mes de un cliente se exporta a Excel o CSV para tu programa de contabilidad.',
    ],
    related: ['ledger:account'],
    also: 'factura verifactu pdf excel csv contabilidad imprimir cobros',
  },
  tariff: {
    means:
      'Las líneas que se proponen en la cuenta de cada tipo de expediente, con su año y de dónde salen. Un cliente puede tener las suyas. Cambiar una tarifa no cambia lo ya apuntado.',
    steps: [
      'Ábrelas en Cobros › Tarifas, o en el mes de un cliente.',
      'Deja vacío el importe que cambia cada vez, como un impuesto.',
      'Revísalas cada año.',
    ],
    related: ['ledger:account'],
    also: 'precios tasas honorarios propuestas plantilla importes cobros',
  },
  client: {
    means:
      'Los datos de un cliente y los documentos suyos que se usan más de una vez: mandato, escritura, poder, identidad. Se ofrecen en sus borradores y expedientes. Un mandato en vigor vale en lugar de pedir otro.',
    steps: [
      'Ábrela en Cobros, en el nombre del cliente de un expediente o con Ctrl+K.',
      'Añade documentos con el botón, arrastrándolos o pegándolos, y di hasta cuándo valen.',
      'Si el mismo cliente está dos veces, pulsa «Unir…». «Separar» lo deshace, y no se pierde nada.',
      'En un expediente, pulsa «Añadir» o «Usarlo». El documento sale cuando lo envías tú.',
    ],
    related: ['ledger:account', 'ledger:tariff'],
    also: 'nif teléfono correo poder escritura cif mandato caduca duplicado unir separar fusionar compraventa',
  },
}

const extensionTopicTitles = {
  permission: 'Permiso de la extensión',
  connection: 'Conexión con el navegador',
} as const

/** Help on the browser extension. */
const extensionHelp: HelpOf<'extension'> = {
  permission: {
    means:
      'Cada navegador lo pide una vez, y las dos pantallas enseñan las mismas tres palabras. Con permiso ve veredictos y vehículos, consulta matrículas y las abre en Ventanilla. Nunca ve nombres ni la clave, y no envía nada.',
    steps: [
      'Compara las tres palabras: si alguna es distinta, recházala.',
      'Si la petición caduca, a los cinco minutos, pídela otra vez desde la extensión.',
      'Quítalo cuando quieras en Ajustes › Extensión.',
    ],
    related: ['extension:connection'],
    also: 'chrome chromium edge firefox tres palabras aprobar quitar',
  },
  connection: {
    means:
      'Es lo que hace que la extensión de un navegador encuentre Ventanilla en este equipo. Vale para tu usuario y no necesita administrador.',
    steps: [
      'Instálala en Ajustes › Extensión, en cada navegador que uses.',
      'Si el navegador se conecta con otra instalación de Ventanilla, pulsa «Usar esta».',
      'Si la extensión dice que Ventanilla no está abierta, ábrela: la extensión lo nota sola.',
    ],
    related: ['extension:permission'],
    also: 'chrome chromium edge firefox instalar activar no responde no encuentra',
  },
}

export interface HelpTopic extends HelpEntry {
  id: TopicId
  title: string
  /** Name of the title's family, because two families share some titles. */
  family: string
}

/** Names of the families, in the order of the index. */
export const helpFamilies = {
  state: 'Estados de un expediente',
  incident: 'Incidencias',
  verdict: 'Veredictos',
  issue: 'Cargas y avisos del informe',
  failure: 'Informes que fallan',
  input: 'Documentos que aportas',
  generated: 'Documentos del trámite',
  signature: 'Estados de una firma',
  signable: 'Documentos para firmar',
  ledger: 'Cobros',
  request: 'Pedido al cliente',
  extension: 'Extensión del navegador',
} as const satisfies Record<HelpFamily, string>

function topicsOf<F extends HelpFamily>(
  family: F,
  entries: HelpOf<F>,
  titleOf: (value: keyof HelpOf<F>) => string,
  firstStep?: (value: keyof HelpOf<F>) => string,
): HelpTopic[] {
  return (Object.keys(entries) as (keyof HelpOf<F>)[]).map((value) => {
    const entry = entries[value]
    const first = firstStep?.(value)
    return {
      ...entry,
      steps: first === undefined ? entry.steps : [sentence(upperFirst(first)), ...entry.steps],
      id: `${family}:${value}` as TopicId,
      title: titleOf(value),
      family: helpFamilies[family],
    }
  })
}

const failureTitles = {
  not_registered: reportFailureLabels.notRegistered,
  unknown: reportFailureLabels.unsaid,
  service_unavailable: 'La DGT no responde',
}

/** Every topic by family. The module is a chunk of its own, which the help and quick search load on demand. */
export const helpTopics: readonly HelpTopic[] = [
  ...topicsOf('state', stateHelp, (value) => procedureStateLabels[value].label),
  ...topicsOf(
    'incident',
    incidentHelp,
    (value) => incidentLabels[value].label,
    (value) => incidentLabels[value].nextStep,
  ),
  ...topicsOf('verdict', verdictHelp, (value) => transferabilityLabels[value]),
  ...topicsOf(
    'issue',
    issueHelp,
    (value) => issueLabels[value].label,
    (value) => issueSteps[value].step,
  ),
  ...topicsOf('failure', failureHelp, (value) => failureTitles[value]),
  ...topicsOf('input', inputHelp, (value) => inputDocumentLabels[value]),
  ...topicsOf('generated', generatedHelp, (value) => generatedDocumentLabels[value]),
  ...topicsOf('signature', signatureHelp, (value) => signatureStateLabels[value]),
  ...topicsOf('signable', signableHelp, (value) => signatureDocumentLabels[value]),
  ...topicsOf('ledger', ledgerHelp, (value) => ledgerTopicTitles[value]),
  ...topicsOf('request', requestHelp, () => 'Pedido al cliente'),
  ...topicsOf('extension', extensionHelp, (value) => extensionTopicTitles[value]),
]

const byId = new Map<string, HelpTopic>(helpTopics.map((topic) => [topic.id, topic]))
/** Topic of an id. `undefined` for a value that this version does not know. */
export const helpTopic = (id: string): HelpTopic | undefined => byId.get(id)

const plain = (words: string) => words.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
const wordsOf = (text: string) =>
  plain(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/**
 * Topics in which every typed word begins a word. Titles with all words come first.
 * @param typed an empty text has no topics
 */
export function findTopics(typed: string): readonly HelpTopic[] {
  const parts = wordsOf(typed).filter((part) => !LITTLE.has(part))
  if (parts.length === 0) return []
  const has = (text: string) => {
    const words = wordsOf(text)
    return parts.every((part) => words.some((word) => word.startsWith(part)))
  }
  const named = helpTopics.filter(({ title }) => has(title))
  const rest = helpTopics.filter(
    (topic) => !named.includes(topic) && has(`${topic.title} ${topic.family} ${topic.also ?? ''}`),
  )
  return [...named, ...rest]
}

/** Words that are ignored in a search. */
const LITTLE = new Set(['a', 'de', 'del', 'el', 'la', 'los', 'las', 'un', 'una', 'que', 'es'])
