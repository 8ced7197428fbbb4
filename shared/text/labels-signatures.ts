import type { SignatureDocument, SignatureState } from '../domain/vocabulary.ts'

/** Documents for signature. */
export const signatureDocumentLabels = {
  'mandate-generic': 'Mandato genérico',
  'mandate-specific': 'Mandato específico',
  'entity-representation': 'Representación de entidad',
  'sales-agreement': 'Contrato de compraventa',
  'lost-documents-declaration': 'Declaración de extravío',
} as const satisfies Record<SignatureDocument, string>

export const signatureStateLabels = {
  submitted: 'Registrada',
  sent: 'Enviada · pendiente de firma',
  signed: 'Firmada',
  rejected: 'Rechazada',
  expired: 'Caducada',
} as const satisfies Record<SignatureState, string>

/** `signer.type`, and the signatory of a company. */
export const signerLabels = {
  person: 'Persona física',
  company: 'Persona jurídica',
  representative: 'Representante',
} as const

/** `signer.deliveryMethod`. Any other value is shown raw. */
export const deliveryMethodLabels = { email: 'Correo electrónico' } as const
