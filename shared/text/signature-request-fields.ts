import type { SignatureRequestField } from '../domain/signature-requests/fields.ts'
import type { SignatureRequestProblem } from '../domain/signature-requests/check-signature-request.ts'

/** Labels of a signer's fields. */
export const signatureRequestFieldLabels: Readonly<Record<SignatureRequestField, string>> = {
  idNumber: 'DNI, NIE o NIF',
  fullname: 'Nombre o razón social',
  representativeIdNumber: 'DNI o NIE del representante',
  street: 'Domicilio',
  zipCode: 'Código postal',
  provinceName: 'Provincia',
  municipalityName: 'Municipio',
  phone: 'Teléfono',
  email: 'Correo electrónico',
  deliveryMethod: 'Forma de envío',
  extra: 'Datos añadidos (JSON)',
  notes: 'Nota para la oficina',
}

/** Problem of a field and its correction, shown under the field. */
export const signatureRequestProblemTexts: Readonly<Record<SignatureRequestProblem, string>> = {
  missing: 'Falta este dato.',
  'too-long': 'Es demasiado largo. Acórtalo.',
  'tax-id-letter': 'La letra no corresponde al número.',
  'tax-id-control': 'El carácter de control no cuadra. Corrígelo o confirma que es así.',
  'tax-id-legacy': 'Lleva un control antiguo. Compáralo con el documento.',
  'tax-id-unrecognised': 'No es un DNI, un NIE ni un NIF de empresa. El servicio no admite otros documentos.',
  'not-a-company':
    'Este documento lo firma el representante de una empresa, y este es el número de una persona.',
  'representative-company': 'Es el número de una empresa. Quien firma por ella tiene que ser una persona.',
  'representative-unused': 'No se envía: una persona firma por sí misma.',
  'name-is-tax-id': 'Eso es un NIF, no un nombre. Pásalo a su campo.',
  'name-company': 'Parece el nombre de una empresa, y el número es de una persona. Compruébalo.',
  'contact-missing': 'Hace falta un teléfono o un correo para que le llegue.',
  'phone-invalid': 'Ese teléfono no existe. Si es extranjero, empieza por + y el prefijo del país.',
  'phone-landline': 'Es un fijo: puede que no reciba mensajes.',
  'email-no-at': 'Falta la arroba (@).',
  'email-no-ending': 'Falta el final: .es, .com…',
  'email-invalid': 'Ese correo no está bien escrito.',
  'postal-unknown': 'No es un código postal español.',
  'province-other': 'El código postal es de otra provincia.',
  'method-unknown': 'No conocemos esta forma de envío: se envía tal cual la escribas.',
  'extra-not-json': 'No es un JSON bien escrito.',
  'extra-not-object': 'Tiene que ser un objeto: { "campo": "valor" }.',
  'extra-signer': 'El firmante se escribe en el formulario: quítalo de aquí.',
  'extra-too-deep': 'Tiene demasiados niveles.',
}
