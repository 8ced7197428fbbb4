import type { KnownSource, KnownValue } from '../domain/known-parties.ts'
import { displayPlate } from '../domain/plates/display.ts'
import { longAge, sameDay } from './dates.ts'
import { clockOrDate } from '../domain/age.ts'
import { count, listed, upperFirst } from './grammar.ts'
import { signatureRequestFieldLabels } from './signature-request-fields.ts'

/** Texts of what is not typed twice: known parties, copies, and what is remembered. */

/** «3308 KDR», «…718»; empty for a record without a vehicle. */
const vehicleOf = ({ vrm, vin }: KnownSource): string =>
  vrm !== undefined ? displayPlate(vrm) : vin !== undefined ? `…${vin.slice(-6)}` : ''

const OWNERS = {
  contact: 'de Firmantes',
  case: 'de su expediente',
  draft: 'de su borrador',
  'signature-request': 'de su petición de firma',
} as const
const PLACES = {
  contact: 'en Firmantes',
  case: 'en el expediente',
  draft: 'en el borrador',
  'signature-request': 'en la petición de firma',
} as const

/** «de su expediente 1234 BCD, hace 3 días». */
const owner = (source: KnownSource, now: number): string =>
  `${[OWNERS[source.from], vehicleOf(source)].filter(Boolean).join(' ')}, ${longAge(source.at, now)}`

/** «en el expediente 1234 BCD del 12/11». */
function place(source: KnownSource, now: number): string {
  const where = [PLACES[source.from], vehicleOf(source)].filter(Boolean).join(' ')
  if (source.from === 'contact') return where
  return `${where} ${sameDay(source.at, now) ? 'de hoy' : `del ${clockOrDate(source.at, now)}`}`
}

/** More fields are said by their number. */
const MOST_NAMED = 4

export const knownText = {
  /** Mark of a field that was filled in. */
  filled: (source: KnownSource, now: number): string => `${upperFirst(owner(source, now))}.`,
  undo: 'Quitar lo rellenado',
  /** After its key. */
  undoKey: 'lo quita',
  /** Announced: `names` are labels of fields. */
  announced: (names: readonly string[], source: KnownSource, now: number): string =>
    `Rellenado ${owner(source, now)}: ${listed(names)}.`,
  differs: (typed: string, { value, source }: KnownValue, now: number): string =>
    `Aquí pone «${typed.trim()}»; ${place(source, now)} ponía «${value}».`,
  put: (value: string): string => `Poner ${value}`,
  taken: (value: string): string => `Puesto ${value}.`,
  /** Several values, of which the user chooses. */
  choose: {
    representativeIdNumber: 'Han firmado varios por esta empresa. Elige quién firma.',
    email: 'Tiene más de un correo. Elige cuál.',
    phone: 'Tiene más de un teléfono. Elige cuál.',
  } as Readonly<Partial<Record<string, string>>>,
  choiceFrom: ({ value, source }: KnownValue, now: number): string => `${value}, ${owner(source, now)}`,
  /** The last signer of another company, offered and not filled in. */
  lastSigner: 'Quien firmó la última vez por una empresa.',
  lastPlace: 'La última vez',
} as const

/** Texts of the undo of what was filled in, whoever filled it in. */
export const fillText = {
  undone: (names: readonly string[]): string =>
    names.length > MOST_NAMED
      ? `Deshecho: ${count(names.length)} campos están como antes.`
      : `Deshecho. Como antes: ${listed(names)}.`,
  undoneSome: 'Deshecho, salvo lo que habías cambiado después.',
} as const

/** Texts of *Crear otro igual*. */
export const copyText = {
  action: 'Crear otro igual',
  help: 'Se repiten las partes, el cliente y tu correo. No se copian la matrícula, el bastidor, la factura, el importe, las fechas, la nota ni los documentos.',
  done: 'Creado otro igual. Faltan el vehículo, la venta y los documentos.',
  unknownKind: 'No se puede crear otro igual: este tipo de expediente no se abre desde aquí.',
} as const

/** Texts of what is remembered, in *Ajustes*. */
export const rememberedText = {
  title: 'Lo que se recuerda',
  help: 'Lo último que enviaste con esta cuenta, para no teclearlo otra vez. Solo está en este equipo.',
  labels: {
    userEmail: 'Correo del usuario',
    place: 'Municipio y provincia',
    representativeIdNumber: signatureRequestFieldLabels.representativeIdNumber,
  },
  uses: {
    userEmail: 'Empieza puesto en cada expediente nuevo.',
    place: 'Se ofrece al enviar a firmar.',
    representativeIdNumber: 'Se ofrece al enviar a firmar por una empresa.',
  },
  none: 'Nada todavía',
  forget: 'Olvidar',
  forgetOne: (label: string): string => `Olvidar: ${label}`,
  forgotten: 'Olvidado.',
  mark: 'Recordado de la última vez.',
  clear: 'Quitar',
} as const
