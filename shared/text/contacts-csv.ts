import type { Contact } from '../bridge/signature-requests.ts'
import {
  SIGNATURE_REQUEST_PROBLEMS,
  type SignatureRequestProblem,
} from '../domain/signature-requests/check-signature-request.ts'
import { signatureRequestProblemTexts } from './fields.ts'

type Column = keyof Contact['fields']

/** Columns of the address book in a file, each with the alternative names that offices use. */
export const contactColumns: readonly (readonly [Column, header: string, ...others: string[]])[] = [
  [
    'idNumber',
    'NIF',
    'DNI',
    'NIE',
    'CIF',
    'DNI/NIF',
    'DNI/NIE/NIF',
    'NIF/CIF',
    'DNI, NIE o NIF',
    'Identificador',
  ],
  [
    'fullname',
    'Nombre o razón social',
    'Nombre',
    'Nombre y apellidos',
    'Razón social',
    'Cliente',
    'Firmante',
  ],
  [
    'representativeIdNumber',
    'NIF del representante',
    'DNI del representante',
    'DNI o NIE del representante',
    'Representante',
  ],
  ['street', 'Domicilio', 'Dirección', 'Calle'],
  ['zipCode', 'Código postal', 'CP', 'C.P.', 'Cod. postal'],
  ['provinceName', 'Provincia'],
  ['municipalityName', 'Municipio', 'Población', 'Localidad', 'Ciudad'],
  ['phone', 'Teléfono', 'Móvil', 'Tel.', 'Tlf.', 'Teléfono móvil'],
  ['email', 'Correo electrónico', 'Correo', 'E-mail', 'Email', 'Mail'],
  ['deliveryMethod', 'Forma de envío', 'Envío'],
]

export const contactsCsvText = {
  filename: 'firmantes.csv',
  header: contactColumns.map(([, header]) => header),
  /** Reasons of a rejected line. */
  why: {
    noNumber: 'No tiene NIF.',
    noName: 'No tiene nombre.',
    tooMany: 'Hay demasiadas líneas: se han leído las 20.000 primeras.',
  },
} as const

const isProblem = (problem: string): problem is SignatureRequestProblem =>
  SIGNATURE_REQUEST_PROBLEMS.some((known) => known === problem)

/** Reason of a rejected line, in the words of the form's field. */
export const contactProblemText = (header: string, problem: string, suggestion?: string): string => {
  const text = isProblem(problem) ? signatureRequestProblemTexts[problem] : problem
  return `${header}: ${text}${suggestion === undefined ? '' : ` ¿${suggestion}?`}`
}
