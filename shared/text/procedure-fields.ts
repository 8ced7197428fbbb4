import type { FieldProblem } from '../domain/procedures/check-field.ts'
import type { DraftKind, FieldName } from '../domain/procedures/fields.ts'
import type { RequirementId } from '../domain/procedures/requirements.ts'

/** Labels of a wizard's fields. */
export const fieldLabels: Readonly<Record<FieldName, string>> = {
  vrm: 'Matrícula',
  vin: 'Bastidor',
  taxableBase: 'Base imponible',
  invoiceNumber: 'N.º de factura',
  userEmail: 'Correo del usuario',
  client: 'Cliente o compraventa',
  sellerName: 'Transmitente',
  sellerTaxId: 'NIF del transmitente',
  buyerName: 'Adquirente',
  buyerTaxId: 'NIF del adquirente',
  contractDate: 'Fecha del contrato',
  notes: 'Nota para la oficina',
}

/** Problem of a field and its correction, shown under the field. */
export const fieldProblems: Readonly<Record<FieldProblem, string>> = {
  missing: 'Falta este dato.',
  'too-long': 'Es demasiado largo. Acórtalo.',
  'plate-invalid': 'Eso no es una matrícula. Repasa los números y las letras.',
  'plate-other-series': 'Esta serie no suele transferirse. Comprueba que es la que quieres.',
  'vin-letters': 'Un bastidor no lleva I, O ni Q. Quizá es un 1 o un 0.',
  'vin-characters': 'Un bastidor solo lleva números y letras, sin Ñ ni signos. Quita lo que sobra.',
  'vin-too-short': 'Faltan caracteres: un bastidor tiene 17.',
  'vin-too-long': 'Sobran caracteres: un bastidor tiene 17.',
  'vin-short': 'Tiene menos de 17 caracteres. Si el vehículo es antiguo o especial, confírmalo.',
  'vin-check-digit': 'El dígito de control no cuadra. Compáralo con la ficha técnica.',
  'amount-invalid': 'Eso no es un importe. Escríbelo como 8.250,50.',
  'amount-ambiguous': 'Puede leerse de dos maneras. Elige cuál es.',
  'amount-negative': 'El importe no puede ser negativo.',
  'amount-too-large': 'El importe es demasiado alto. Repásalo.',
  'amount-zero': 'La base es cero. Comprueba que es así.',
  'email-no-at': 'Falta la arroba (@).',
  'email-no-ending': 'Falta el final: .es, .com…',
  'email-invalid': 'Ese correo no está bien escrito.',
  'tax-id-letter': 'La letra no corresponde al número.',
  'tax-id-control': 'El carácter de control no cuadra. Corrígelo o confirma que es así.',
  'tax-id-legacy': 'Lleva un control antiguo. Compáralo con el documento.',
  'tax-id-unrecognised': 'No es un NIF español. Compáralo con el documento.',
  'name-is-tax-id': 'Eso es un NIF, no un nombre. Pásalo a su campo.',
  'date-invalid': 'Esa fecha no existe. Escríbela como 12/11/2026.',
  'date-future': 'Ese día todavía no ha llegado. Pon la fecha en que se firmó el contrato.',
}

/**
 * Label of a checklist document, with the fields' names of the parties; a registration has a holder instead
 * of a buyer.
 */
export const requirementLabel = (id: RequirementId, kind: DraftKind): string =>
  id === 'buyer-identity' && kind === 'registration' ? 'DNI o NIF del titular' : requirementLabels[id]

const requirementLabels: Readonly<Record<RequirementId, string>> = {
  'seller-identity': 'DNI o NIF del transmitente',
  'buyer-identity': 'DNI o NIF del adquirente',
  agreement: 'Contrato o factura',
  'registration-cert': 'Permiso de circulación',
  'technical-sheet': 'Ficha técnica (ITV)',
  mandate: 'Mandato firmado',
  'power-of-attorney': 'Poder de quien firma por la empresa',
}
