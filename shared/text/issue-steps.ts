import type { IssueType } from '../domain/vocabulary.ts'

/**
 * Texts of each charge or alert of a complete report: the office's next step, and the words for a client.
 * Next steps are the office's, not the law's: the service's blocking types count as such.
 */
export interface IssueStep {
  /** «Qué hacer: …», imperative. */
  step: string
  /** «Tiene un embargo…» */
  has: string
  /** «Hace falta el levantamiento del embargo…»; '' when nothing has to be done before the transfer. */
  needs: string
}

export const issueSteps: Record<IssueType, IssueStep> = {
  'ownership-hold': {
    step: 'pide a la financiera la carta de cancelación y su inscripción en el Registro de Bienes Muebles.',
    has: 'una reserva de dominio',
    needs: 'la cancelación inscrita de la reserva',
  },
  seizure: {
    step: 'pide el levantamiento o el mandamiento de cancelación a quien lo ordenó.',
    has: 'un embargo',
    needs: 'el levantamiento del embargo',
  },
  leasing: {
    step: 'pide a la entidad de leasing que lo cancele o que dé su consentimiento por escrito.',
    has: 'un contrato de leasing',
    needs: 'la cancelación del leasing o el consentimiento de la entidad',
  },
  renting: {
    step: 'pide a la empresa de renting que lo cancele o que dé su consentimiento por escrito.',
    has: 'un contrato de renting',
    needs: 'la cancelación del renting o el consentimiento de la empresa',
  },
  deregistrated: {
    step: 'consulta a Jefatura si se puede rehabilitar. Con la baja definitiva no hay transferencia.',
    has: 'una baja definitiva',
    needs: 'rehabilitar antes el vehículo, si Tráfico lo permite',
  },
  restriction: {
    step: 'pide su cancelación a quien la anotó, inscrita en el Registro de Bienes Muebles.',
    has: 'una limitación de disposición',
    needs: 'la cancelación de la limitación',
  },
  'itv-expired': {
    step: 'pasa la ITV. No impide el cambio de titular, pero el permiso no se renueva hasta pasarla.',
    has: 'la ITV caducada',
    needs: '',
  },
  'no-insurance': {
    step: 'avisa al adquirente: no puede circular hasta tener un seguro a su nombre.',
    has: 'el vehículo sin seguro en vigor',
    needs: '',
  },
  'safety-recall': {
    step: 'avisa al adquirente: la reparación es gratuita en un taller de la marca.',
    has: 'una llamada a revisión pendiente',
    needs: '',
  },
  'unpaid-tax': {
    step: 'pide el justificante de pago del impuesto de circulación; sin él Tráfico puede rechazar el trámite.',
    has: 'un impuesto sin pagar',
    needs: '',
  },
  'temp-withdrawal': {
    step: 'dile al adquirente que hay que dar de alta el vehículo para circular.',
    has: 'una baja temporal',
    needs: '',
  },
}

/** An unknown type: it may well block, so the text advises against any promise. */
export const unknownIssueStep =
  'Ventanilla no conoce este tipo. Mira el PDF oficial o pregunta a Jefatura antes de prometer nada.'
