import type { ReducedTransferability } from '../api/report.ts'
import type {
  GeneratedDocumentType,
  IncidentType,
  InputDocumentType,
  IssueType,
  ProcedureState,
  SignatureDocument,
  SignatureState,
} from '../domain/vocabulary.ts'

/** Help texts for the values of the service, by family. */

/** Values explained by the help, by family. The last two families are our own. */
interface HelpValues {
  state: ProcedureState
  incident: IncidentType
  verdict: ReducedTransferability
  issue: IssueType
  failure: 'not_registered' | 'unknown' | 'service_unavailable'
  input: InputDocumentType
  generated: GeneratedDocumentType
  signature: SignatureState
  signable: SignatureDocument
  /** Our own family: the ledger. */
  ledger: 'account' | 'statement' | 'tariff' | 'client'
  /** Our own family: requests to clients. */
  request: 'request'
  /** Our own family: the browser extension. */
  extension: 'permission' | 'connection'
}
export type HelpFamily = keyof HelpValues

/** Id of a topic, such as `incident:seizure`. Elements of the page have it in `data-help`. */
export type TopicId = { [F in HelpFamily]: `${F}:${HelpValues[F]}` }[HelpFamily]

/** Help on one value. Its title is the label of the value. */
export interface HelpEntry {
  /** Meaning in two or three sentences. */
  means: string
  /** Steps, in order. Incidents and charges have the office's next step before them. */
  steps: readonly string[]
  related: readonly TopicId[]
  /** Search words that neither the title nor the meaning has. */
  also?: string
}

/** Help on all values of a family. The type checker asks for each. */
export type HelpOf<F extends HelpFamily> = Readonly<Record<HelpValues[F], HelpEntry>>

/** Help on the three verdicts of a reduced report. */
export const verdictHelp: HelpOf<'verdict'> = {
  transferable: {
    means:
      'El informe no encuentra nada que impida el cambio de titular. Vale para el momento de la consulta.',
    steps: ['Puedes abrir la transferencia.', 'Si pasan días, consulta de nuevo antes de enviar.'],
    related: ['verdict:with_alerts', 'verdict:not_transferable'],
  },
  with_alerts: {
    means:
      'El vehículo se puede transferir, con algo que conviene saber antes. El informe reducido no dice qué es; el completo, sí.',
    steps: ['Pide el informe completo si necesitas el detalle: tiene coste.', 'Avisa al adquirente.'],
    related: ['issue:itv-expired', 'issue:no-insurance', 'issue:unpaid-tax', 'issue:safety-recall'],
  },
  not_transferable: {
    means:
      'Hay algo que impide el cambio de titular. El informe reducido no dice qué es ni quién lo anotó; el completo, sí.',
    steps: [
      'Pide el informe completo para saber la causa: tiene coste.',
      'Explica al cliente qué hace falta para levantarla.',
    ],
    related: [
      'issue:ownership-hold',
      'issue:seizure',
      'issue:leasing',
      'issue:deregistrated',
      'issue:restriction',
    ],
    also: 'cargas incidencias',
  },
}

/** Help on reports that ended in error. */
export const failureHelp: HelpOf<'failure'> = {
  not_registered: {
    means: 'El registro no conoce esa matrícula, o no la da por válida.',
    steps: ['Compárala con el permiso de circulación.', 'Corrígela y consulta de nuevo.'],
    related: ['failure:unknown'],
  },
  unknown: {
    means:
      'El informe ha fallado sin decir por qué: la matrícula puede no estar registrada, o ser un fallo técnico.',
    steps: ['Comprueba la matrícula.', 'Consulta de nuevo una vez.'],
    related: ['failure:not_registered', 'failure:service_unavailable'],
    also: 'error',
  },
  service_unavailable: {
    means: 'El servicio de la DGT no responde. La matrícula puede estar bien.',
    steps: ['Consulta de nuevo más tarde.', 'Mientras, lo guardado en este equipo se puede leer.'],
    related: ['failure:unknown'],
    also: 'caída dgt servicio no disponible',
  },
}

/** Help on the issues of a complete report. Their first step is in `incidents.ts`. */
export const issueHelp: HelpOf<'issue'> = {
  'ownership-hold': {
    means:
      'Una financiera conserva el dominio hasta que se le pague. Sin su consentimiento o sin cancelarla en el Registro de Bienes Muebles, el vehículo no se transmite.',
    steps: ['Abre la transferencia cuando la cancelación esté inscrita.'],
    related: ['incident:ownership-hold', 'issue:restriction'],
    also: 'financiera préstamo',
  },
  seizure: {
    means:
      'Una autoridad ha anotado un embargo. La ley admite el cambio de titular y se lo comunica a quien embargó; el servicio lo cuenta como impedimento.',
    steps: ['Avisa al adquirente antes de seguir.'],
    related: ['incident:seizure', 'incident:sealed-vehicle'],
    also: 'juzgado hacienda',
  },
  leasing: {
    means: 'El vehículo es de una entidad de leasing. Quien lo conduce no puede transmitirlo por sí solo.',
    steps: ['Aporta el contrato o su cancelación con la transferencia.'],
    related: ['issue:renting', 'input:leasing_renting_contract'],
    also: 'arrendamiento financiero',
  },
  renting: {
    means: 'El vehículo es de una empresa de renting. Quien lo conduce no puede transmitirlo por sí solo.',
    steps: ['Aporta el contrato o su cancelación con la transferencia.'],
    related: ['issue:leasing', 'input:leasing_renting_contract'],
    also: 'alquiler arrendamiento',
  },
  deregistrated: {
    means: 'El vehículo está dado de baja definitiva: no puede circular ni cambiar de titular.',
    steps: ['No abras la transferencia hasta que Jefatura responda.'],
    related: ['issue:temp-withdrawal'],
    also: 'desguace rehabilitar',
  },
  restriction: {
    means: 'Hay anotada una prohibición o limitación que impide disponer del vehículo.',
    steps: ['Mira quién la anotó en el informe completo o en su PDF oficial.'],
    related: ['issue:ownership-hold', 'incident:registry-rejected'],
    also: 'prohibición disponer',
  },
  'itv-expired': {
    means: 'La ITV no está en vigor. El titular puede cambiar, pero el permiso no se renueva.',
    steps: ['Avisa al adquirente antes de firmar.'],
    related: ['input:technical_sheet', 'verdict:with_alerts'],
    also: 'inspección técnica',
  },
  'no-insurance': {
    means: 'No consta un seguro en vigor. No impide la transferencia.',
    steps: [],
    related: ['verdict:with_alerts'],
    also: 'póliza aseguradora',
  },
  'safety-recall': {
    means:
      'El fabricante tiene pendiente una revisión de seguridad de este vehículo. No impide la transferencia.',
    steps: [],
    related: ['verdict:with_alerts'],
    also: 'campaña fabricante',
  },
  'unpaid-tax': {
    means:
      'Consta un impuesto sin pagar. El informe lo da como aviso; el IVTM del año anterior, sin pagar, impide la transferencia.',
    steps: [],
    related: ['incident:unpaid-ivtm-tax', 'verdict:with_alerts'],
    also: 'ivtm circulación',
  },
  'temp-withdrawal': {
    means:
      'El vehículo está de baja temporal, a menudo porque se entregó a un compraventa. No puede circular.',
    steps: [],
    related: ['issue:deregistrated'],
    also: 'compraventa',
  },
}

/** Help on incidents. Their first step is the next step in `labels.ts`. */
export const incidentHelp: HelpOf<'incident'> = {
  'ownership-hold': {
    means:
      'Una financiera tiene inscrita la reserva de dominio: el vehículo no se transmite sin su consentimiento o sin cancelarla. Que el préstamo esté pagado no basta: la inscripción sigue hasta que se cancela.',
    steps: ['Sube la cancelación con «Subir y resolver».'],
    related: ['issue:ownership-hold', 'incident:seizure', 'state:BLOCKED'],
    also: 'financiera préstamo cancelación',
  },
  seizure: {
    means:
      'Hay un embargo anotado sobre el vehículo. La ley admite cambiar el titular y avisar a quien embargó; el servicio, en cambio, detiene el trámite hasta que se levanta.',
    steps: ['Mira en el informe completo quién lo ordenó.', 'Sube el levantamiento.'],
    related: ['issue:seizure', 'incident:sealed-vehicle', 'state:BLOCKED'],
    also: 'juzgado hacienda levantamiento carga',
  },
  'sealed-vehicle': {
    means:
      'Una autoridad ha precintado el vehículo. Aunque cambie el titular, no se expide permiso de circulación mientras dure.',
    steps: ['Sube el levantamiento.'],
    related: ['incident:seizure', 'state:BLOCKED'],
    also: 'precintado',
  },
  'unpaid-ivtm-tax': {
    means:
      'Consta impagado el impuesto municipal de circulación (IVTM). El del año anterior, sin pagar, impide la transferencia.',
    steps: ['Si ya estaba pagado, pide el justificante al ayuntamiento.'],
    related: ['issue:unpaid-tax', 'generated:es_ivtm_payment_proof'],
    also: 'impuesto circulación ayuntamiento numerito',
  },
  'pending-document': {
    means: 'Al expediente le falta un documento, y no sigue hasta tenerlo.',
    steps: ['Si lo tiene el cliente, cópiale el mensaje de la incidencia.'],
    related: ['incident:incomplete-document', 'state:BLOCKED'],
    also: 'pendiente subir',
  },
  'registry-rejected': {
    means:
      'Tráfico no admite el trámite. El motivo no siempre se da, ni siquiera en el informe completo; a veces solo lo sabe la Jefatura.',
    steps: ['Cuando se aclare el motivo, avisa al cliente.'],
    related: ['issue:restriction', 'state:ON_HOLD'],
    also: 'rechazo dgt jefatura',
  },
  'waiting-gestores-validation': {
    means: 'El Colegio de Gestores tiene que validar el expediente antes de que siga.',
    steps: ['No hay nada que subir: Ventanilla te avisa cuando cambie.'],
    related: ['state:ON_HOLD', 'incident:waiting-620-validation'],
  },
  'waiting-620-validation': {
    means: 'La comunidad autónoma tiene que validar el impuesto de la compraventa (ITP) antes de que siga.',
    steps: ['No hay nada que subir: Ventanilla te avisa cuando cambie.'],
    related: ['state:ON_HOLD', 'generated:es_itp_doc'],
    also: 'modelo 620 621',
  },
  'waiting-iedmt-validation': {
    means: 'Hacienda tiene que validar el impuesto de matriculación (IEDMT) antes de que siga.',
    steps: ['No hay nada que subir: Ventanilla te avisa cuando cambie.'],
    related: ['state:ON_HOLD', 'generated:es_576_doc'],
    also: 'modelo 576 impuesto matriculación',
  },
  'expired-document': {
    means: 'Un documento del expediente ha caducado, como un DNI fuera de fecha.',
    steps: ['Sube el nuevo desde la incidencia: sustituye al anterior.'],
    related: ['incident:out-of-validity-document', 'input:national_id'],
    also: 'dni renovar',
  },
  'unreadable-document': {
    means: 'Un documento no se lee bien: borroso, oscuro, cortado o con reflejos.',
    steps: ['Comprueba en la vista previa que se lee todo.', 'Sube el nuevo desde la incidencia.'],
    related: ['incident:incomplete-document'],
    also: 'borroso escanear foto',
  },
  'invalid-document': {
    means: 'El documento no sirve para lo que se pide: es de otra clase, de otra persona o de otro vehículo.',
    steps: ['Mira en la descripción qué se esperaba.', 'Sube el correcto desde la incidencia.'],
    related: ['incident:pending-document'],
    also: 'equivocado',
  },
  'incomplete-document': {
    means: 'Al documento le falta una cara o una página.',
    steps: ['Un DNI necesita las dos caras; un contrato, todas sus páginas y firmas.'],
    related: ['incident:unreadable-document', 'input:national_id'],
    also: 'anverso reverso página',
  },
  'out-of-validity-document': {
    means: 'El documento ya no está vigente para este trámite, aunque se lea bien.',
    steps: ['Sube el vigente desde la incidencia.'],
    related: ['incident:expired-document'],
    also: 'vigencia antiguo',
  },
}

/** Help on the documents that the office supplies. */
export const inputHelp: HelpOf<'input'> = {
  national_id: {
    means: 'Identifica a una persona española. Hace falta el de cada parte.',
    steps: [
      'Escanea las dos caras.',
      'Comprueba que está en vigor.',
      'Compara el número con el del expediente.',
    ],
    related: ['input:foreigner_id', 'input:residence_registration_cert', 'incident:expired-document'],
    also: 'identidad carné',
  },
  foreigner_id: {
    means: 'Identifica a una persona extranjera: el NIE es su número, y la TIE la tarjeta que lo lleva.',
    steps: ['Escanea las dos caras de la tarjeta.', 'Si solo tiene el NIE, añade el pasaporte.'],
    related: ['input:passport', 'input:national_id'],
    also: 'extranjero identidad',
  },
  passport: {
    means: 'Identifica a una persona extranjera, junto con su NIE.',
    steps: ['Escanea la página con la foto y los datos.', 'Comprueba que está en vigor.'],
    related: ['input:foreigner_id'],
    also: 'extranjero identidad',
  },
  tax_id: {
    means: 'Acredita el NIF de una entidad. La persona que firma por ella se identifica aparte.',
    steps: ['Añade el DNI de quien la representa.', 'Añade el poder que le permite firmar.'],
    related: ['input:power_of_attorney', 'signable:entity-representation'],
    also: 'empresa sociedad',
  },
  veh_registration_cert: {
    means: 'Autoriza al vehículo a circular y dice quién es su titular.',
    steps: [
      'Compara matrícula, bastidor y titular con el expediente.',
      'Si se ha perdido, usa la declaración.',
    ],
    related: ['input:technical_sheet', 'input:lost_documents_declaration'],
    also: 'permiso',
  },
  technical_sheet: {
    means: 'Recoge los datos técnicos del vehículo y sus inspecciones.',
    steps: ['Compara el bastidor con el del expediente.', 'Mira la fecha de la última ITV.'],
    related: ['issue:itv-expired', 'input:veh_registration_cert'],
    also: 'inspección',
  },
  sales_agreement: {
    means:
      'Prueba la venta entre particulares. Desde la transmisión, el transmitente tiene 10 días para notificarla y el adquirente 30 para pedir el cambio de titular.',
    steps: [
      'Comprueba fecha, precio, vehículo, partes y firmas.',
      'Pon su fecha en el expediente: Ventanilla cuenta los plazos con ella.',
    ],
    related: ['input:invoice', 'signable:sales-agreement', 'generated:es_itp_doc'],
    also: 'venta plazos',
  },
  invoice: {
    means: 'Prueba la venta cuando la hace una empresa. Con ella se liquida el IVA y no el ITP.',
    steps: ['Comprueba NIF, vehículo e importe.', 'Pon su número y la base imponible en el expediente.'],
    related: ['input:sales_agreement', 'generated:es_itp_doc'],
    also: 'iva concesionario',
  },
  power_of_attorney: {
    means: 'Permite a una persona actuar por otra, o por una entidad.',
    steps: ['Comprueba que el poder alcanza a este trámite.', 'Añade el DNI del apoderado.'],
    related: ['input:tax_id', 'input:representation_auth'],
    also: 'apoderado notario escritura',
  },
  inheritance_deed: {
    means: 'Acredita quién hereda el vehículo cuando muere su titular. El cambio se pide en 90 días.',
    steps: ['Comprueba que nombra el vehículo y a quién se adjudica.', 'Añade el DNI del heredero.'],
    related: ['input:national_id'],
    also: 'heredero fallecido',
  },
  leasing_renting_contract: {
    means:
      'Dice de quién es el vehículo y quién lo usa. Sin el consentimiento de la entidad no se transmite.',
    steps: ['Comprueba vehículo, partes y fechas.', 'Pide la cancelación o el consentimiento, si los hay.'],
    related: ['issue:leasing', 'issue:renting'],
    also: 'arrendatario',
  },
  lost_documents_declaration: {
    means: 'El titular declara que ha perdido documentos del vehículo, y acompaña al trámite en su lugar.',
    steps: ['Comprueba que dice qué documento falta.', 'Si no está firmada, envíala a firmar.'],
    related: ['signable:lost-documents-declaration', 'input:veh_registration_cert'],
    also: 'perdido',
  },
  responsible_declaration: {
    means: 'Una persona asegura por escrito, bajo su responsabilidad, que cumple lo que el trámite exige.',
    steps: ['Comprueba que dice lo que se pide y que está firmada.'],
    related: ['input:representation_auth'],
  },
  representation_auth: {
    means: 'El interesado autoriza a otra persona a actuar por él en el trámite.',
    steps: ['Comprueba que las dos partes están identificadas y que está firmada.'],
    related: ['input:power_of_attorney', 'signable:mandate-specific'],
    also: 'autorizar',
  },
  residence_registration_cert: {
    means: 'Acredita dónde vive una persona. Hace falta cuando su domicilio no es el de su DNI.',
    steps: ['Compara el domicilio con el del expediente.'],
    related: ['input:national_id'],
    also: 'padrón domicilio',
  },
}

const keep = 'Guárdalo con el expediente.'
const check = 'Comprueba los datos antes de entregarlo.'

/** Help on the documents that the service generates. */
export const generatedHelp: HelpOf<'generated'> = {
  temp_veh_registration_cert: {
    means: 'Permite circular mientras llega el permiso definitivo.',
    steps: [check, 'Entrégalo al cliente.'],
    related: ['generated:final_veh_registration_cert'],
    also: 'circular',
  },
  final_veh_registration_cert: {
    means: 'El permiso a nombre del titular nuevo. Sustituye al provisional.',
    steps: [check, 'Entrégalo al cliente.'],
    related: ['generated:temp_veh_registration_cert', 'state:DONE'],
    also: 'circular',
  },
  temp_technical_sheet: {
    means: 'Recoge los datos técnicos mientras llega la ficha definitiva.',
    steps: [check, 'Entrégala al cliente.'],
    related: ['generated:final_technical_sheet'],
    also: 'itv',
  },
  final_technical_sheet: {
    means: 'La ficha técnica que queda con el vehículo. Sustituye a la provisional.',
    steps: [check, 'Entrégala al cliente.'],
    related: ['generated:temp_technical_sheet'],
    also: 'itv',
  },
  es_576_doc: {
    means:
      'Autoliquidación del impuesto de matriculación (IEDMT), ante la Agencia Tributaria. Va antes de la matriculación definitiva.',
    steps: ['Comprueba la base y el bastidor.', keep],
    related: ['generated:es_iedmt_payment_proof', 'generated:es_05_doc', 'generated:es_06_doc'],
    also: 'impuesto matriculación hacienda',
  },
  es_iedmt_payment_proof: {
    means: 'Prueba que el impuesto de matriculación (IEDMT) se pagó.',
    steps: [keep],
    related: ['generated:es_576_doc', 'incident:waiting-iedmt-validation'],
    also: 'hacienda',
  },
  es_01_doc: {
    means: 'Documento que el servicio da con este nombre y sin más explicación.',
    steps: ['Ábrelo para ver qué recoge.', keep],
    related: ['generated:es_04_doc'],
  },
  es_04_doc: {
    means: 'Petición para que la compra del vehículo lleve el IVA reducido, por movilidad reducida.',
    steps: ['Comprueba que el vehículo y la persona son los del expediente.', keep],
    related: ['generated:es_05_doc'],
    also: 'discapacidad 4 %',
  },
  es_05_doc: {
    means:
      'Pide no pagar el impuesto de matriculación, o pagar menos, cuando Hacienda tiene que reconocerlo antes. Hasta entonces no se puede matricular.',
    steps: ['Espera el reconocimiento.', keep],
    related: ['generated:es_06_doc', 'generated:es_576_doc'],
    also: 'exención hacienda',
  },
  es_06_doc: {
    means:
      'Declara que no hay que pagar el impuesto de matriculación, cuando no hace falta reconocerlo antes.',
    steps: ['Comprueba el motivo que declara.', keep],
    related: ['generated:es_05_doc', 'generated:es_576_doc'],
    also: 'exención hacienda',
  },
  es_ivtm_doc: {
    means: 'Documento del impuesto municipal de circulación (IVTM).',
    steps: ['Comprueba el municipio y el titular.', keep],
    related: ['generated:es_ivtm_payment_proof', 'incident:unpaid-ivtm-tax'],
    also: 'circulación ayuntamiento numerito',
  },
  es_ivtm_payment_proof: {
    means: 'Prueba que el impuesto de circulación (IVTM) se pagó.',
    steps: ['Comprueba el año y la matrícula.', keep],
    related: ['generated:es_ivtm_doc', 'incident:unpaid-ivtm-tax'],
    also: 'circulación ayuntamiento',
  },
  es_itp_doc: {
    means:
      'Impuesto de la compraventa entre particulares (ITP), de la comunidad autónoma del adquirente. El número del modelo y el plazo dependen de ella. Si vende una empresa con IVA, no se debe.',
    steps: [
      'Para saber antes cuánto será, pulsa Alt+I en el borrador, o I en el expediente: Estimar el ITP (620).',
      'Comprueba la base imponible.',
      keep,
    ],
    related: ['generated:es_itp_payment_proof', 'incident:waiting-620-validation', 'input:invoice'],
    also: 'transmisiones 621 estimar calcular tipo comunidad',
  },
  es_itp_payment_proof: {
    means: 'Prueba que el impuesto de la compraventa (ITP) se pagó.',
    steps: [keep],
    related: ['generated:es_itp_doc'],
    also: 'transmisiones 620 621',
  },
  submission_proof: {
    means: 'Prueba que el trámite se presentó, con su fecha.',
    steps: ['Guárdalo: es tu prueba si algo se retrasa.'],
    related: ['state:PENDING'],
    also: 'justificante',
  },
  procedure_invoice: {
    means: 'Factura de este trámite.',
    steps: ['Guárdala para tu contabilidad.'],
    related: ['state:DONE', 'ledger:account'],
    also: 'factura contabilidad',
  },
}
