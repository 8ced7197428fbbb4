import { UNKNOWN_TYPE } from '../domain/procedures/document-type.ts'
import type { GeneratedDocumentType, InputDocumentType } from '../domain/vocabulary.ts'
import { entryOf, unknownNames } from './outside.ts'

/** Documents that the office supplies. */
export const inputDocumentLabels = {
  national_id: 'DNI',
  foreigner_id: 'NIE / TIE',
  passport: 'Pasaporte',
  tax_id: 'NIF de empresa (CIF)',
  veh_registration_cert: 'Permiso de circulación',
  technical_sheet: 'Ficha técnica (ITV)',
  sales_agreement: 'Contrato de compraventa',
  invoice: 'Factura',
  power_of_attorney: 'Poder / escritura de poderes',
  inheritance_deed: 'Escritura de herencia',
  leasing_renting_contract: 'Contrato de leasing / renting',
  lost_documents_declaration: 'Declaración de extravío',
  responsible_declaration: 'Declaración responsable',
  representation_auth: 'Autorización de representación',
  residence_registration_cert: 'Certificado de empadronamiento',
} as const satisfies Record<InputDocumentType, string>

/** Documents that the service generates. */
export const generatedDocumentLabels = {
  temp_veh_registration_cert: 'Permiso de circulación provisional',
  final_veh_registration_cert: 'Permiso de circulación definitivo',
  temp_technical_sheet: 'Ficha técnica provisional',
  final_technical_sheet: 'Ficha técnica definitiva',
  es_576_doc: 'Modelo 576 (IEDMT)',
  es_iedmt_payment_proof: 'Justificante de pago del IEDMT',
  es_01_doc: 'Modelo 01',
  es_04_doc: 'Modelo 04 (IVA reducido)',
  es_05_doc: 'Modelo 05 (IEDMT, reconocimiento previo)',
  es_06_doc: 'Modelo 06 (IEDMT)',
  es_ivtm_doc: 'IVTM',
  es_ivtm_payment_proof: 'Justificante de pago del IVTM',
  es_itp_doc: 'ITP (modelo 620)',
  es_itp_payment_proof: 'Justificante de pago del ITP',
  submission_proof: 'Justificante de presentación',
  procedure_invoice: 'Factura del trámite',
} as const satisfies Record<GeneratedDocumentType, string>

const all: Readonly<Record<string, string>> = {
  ...inputDocumentLabels,
  ...generatedDocumentLabels,
  [UNKNOWN_TYPE]: 'Otro',
}

/** Name of a type of document, or `undefined` for an unknown one. */
export const knownDocumentLabel = (type: string): string | undefined => entryOf(all, type)

/** Name of any document of the service; '' without a type. */
export const documentLabel = (type: string): string =>
  type === '' ? '' : (knownDocumentLabel(type) ?? unknownNames.document)

/** Name of a document of this PC: a type that a person typed is shown as it was typed. */
export const ownDocumentLabel = (type: string): string => knownDocumentLabel(type) ?? type
