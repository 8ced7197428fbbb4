import type { HelpOf } from './help-topic.ts'

/** Help on the states of a procedure. */
export const stateHelp: HelpOf<'state'> = {
  DRAFT: {
    means: 'El expediente existe, pero no está confirmado: nadie lo tramita todavía.',
    steps: ['Completa los datos y los documentos.', 'Revísalo y pulsa Enviar.'],
    related: ['state:PENDING'],
    also: 'sin enviar confirmar',
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
