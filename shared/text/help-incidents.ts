import type { HelpOf } from './help-topic.ts'

/** Help on incidents; their first step is the next step of `labels.ts`. */
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
