import type { ErrorCode } from '../bridge/result.ts'
import type { Contact } from '../bridge/signature-requests.ts'
import { viewTitles } from './app.ts'
import type { ErrorText } from './errors.ts'
import { signatureRequestProblemTexts } from './fields.ts'
import { count, plural } from './grammar.ts'
import { entryOf } from './labels-reports.ts'

/** Texts of *Firmas › Firmantes*. */

/** Past and future signers. */
export const contactsText = {
  title: viewTitles.contacts,
  intro: 'Quienes han firmado antes: se completan solos al escribir. Solo en este equipo.',
  list: 'Firmantes de este equipo',
  search: 'Buscar firmantes',
  placeholder: 'Nombre, NIF o correo…',
  newOne: 'Añadir',
  import: 'Importar CSV',
  importing: 'Leyendo el archivo…',
  export: 'Exportar CSV',
  exported: 'Firmantes exportados',
  columns: {
    name: 'Nombre',
    idNumber: 'NIF',
    type: 'Tipo',
    where: 'Correo y teléfono',
    town: 'Municipio',
    used: 'Último uso',
  },
  proposed: 'Datos por revisar',
  unused: 'Sin usar',
  uses: (n: number) => plural(n, 'vez', 'veces'),
  shown: (n: number) => plural(n, 'firmante', 'firmantes'),
  loading: 'Leyendo…',
  blank: 'Leyendo…',
  failed: 'No se han podido leer los firmantes.',
  emptyTitle: 'Aún no hay firmantes.',
  emptyBody:
    'Cada persona o empresa a la que envías algo a firmar queda aquí. También puedes traerlos de un CSV.',
  noneFound: (text: string) => `Ningún firmante con «${text}».`,
  noneFoundBody: 'Prueba con otra parte del nombre, del NIF o del correo.',
  clear: 'Borrar la búsqueda',
  edit: (name: string) => `Editar ${name}`,
  move: 'moverse',
  open: 'editar',
  send: 'Enviar a firmar',
  sendKey: 'enviar a firmar',
  removeShort: 'quitar',
} as const

export const contactDialogText = {
  editTitle: 'Editar firmante',
  newTitle: 'Añadir firmante',
  submit: 'Guardar',
  cancel: 'Cancelar',
  saved: 'Firmante guardado',
  remove: 'Quitar de Firmantes',
  removed: (name: string) => `${name}: fuera de Firmantes`,
  undo: 'Deshacer',
  restored: 'Firmante recuperado',
  erase: 'Borrar todo lo suyo…',
  eraseHelp:
    'Quitarlo solo lo saca de esta lista. Borrar todo lo suyo quita de este equipo cuanto hay con su NIF.',
  proposalTitle: 'Al enviarle a firmar se escribió otra cosa:',
  proposalLine: (label: string, sent: string, here: string) => `${label}: «${sent}». Aquí pone «${here}».`,
  proposalTake: 'Usar lo enviado',
  proposalLeave: 'Dejar lo de aquí',
  proposalTaken: 'Firmante puesto al día',
  proposalLeft: 'Firmante como estaba',
  exists: (name: string) =>
    name === '' ? 'Ya hay un firmante con ese NIF.' : `Ya hay un firmante con ese NIF: ${name}.`,
  existsAdvice: 'No se ha cambiado nada.',
  replace: 'Sustituirlo por este',
  changed: {
    title: 'Este firmante ha cambiado en otra ventana.',
    advice: 'No se ha guardado encima. Cierra, ábrelo otra vez y repite tu cambio.',
  } satisfies ErrorText,
} as const

export const importText = {
  title: 'Firmantes importados',
  added: (n: number) => plural(n, 'nuevo', 'nuevos'),
  updated: (n: number) => plural(n, 'actualizado', 'actualizados'),
  refused: (n: number) => plural(n, 'línea sin importar', 'líneas sin importar'),
  line: (line: number) => `Línea ${count(line)}`,
  all: 'Todo lo que traía el archivo está en Firmantes.',
  close: 'Cerrar',
} as const

/** Errors of importing a CSV. */
export const importErrors: Partial<Record<ErrorCode, ErrorText>> = {
  'file-unreadable': {
    title: 'Ese archivo no es un CSV de firmantes.',
    advice:
      'No se ha importado nada. La primera línea lleva los nombres de las columnas: exporta uno para ver cómo.',
  },
  'file-too-large': {
    title: 'El archivo es demasiado grande.',
    advice: 'No se ha importado nada. Divídelo en varios de menos de 5 MB.',
  },
}

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

/** Reason of a rejected line, in the words of the form's field. */
export const contactProblemText = (header: string, problem: string, suggestion?: string): string => {
  const text = entryOf(signatureRequestProblemTexts, problem) ?? problem
  return `${header}: ${text}${suggestion === undefined ? '' : ` ¿${suggestion}?`}`
}
