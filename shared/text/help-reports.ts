import type { HelpOf } from './help-topic.ts'

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

/** Help on the issues of a complete report; their first step is that of `issue-steps.ts`. */
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
