import type { ClientPaper, PaperOffer } from '../bridge/clients.ts'
import { daysUntil, startOfDay } from '../domain/calendar.ts'
import { type PaperType, type Validity, paperValidity } from '../domain/clients.ts'
import { fullDate } from './dates.ts'
import { byNumber, listed, plural } from './grammar.ts'

const types: Readonly<Record<PaperType, string>> = {
  mandate: 'Mandato',
  deed: 'Escritura',
  power: 'Poder',
  'tax-card': 'Tarjeta del NIF',
  identity: 'Documento de identidad',
  other: 'Otro documento',
}

const day = (iso: string): string => fullDate(startOfDay(iso))

/** «En vigor hasta el 3 de marzo de 2027», «Caduca el… (quedan 12 días)», «Caducó el…». */
function validityWords({ untilDay }: Pick<ClientPaper, 'untilDay'>, today: string): string {
  if (untilDay === null) return ''
  const words: Readonly<Record<Exclude<Validity, 'open'>, string>> = {
    valid: `En vigor hasta el ${day(untilDay)}`,
    expiring: `Caduca el ${day(untilDay)} (${leftWords(daysUntil(startOfDay(untilDay), startOfDay(today)))})`,
    expired: `Caducó el ${day(untilDay)}`,
  }
  return words[paperValidity(untilDay, today) as keyof typeof words]
}

const leftWords = (days: number): string =>
  days === 0 ? 'hoy es el último día' : `${byNumber(days, 'queda', 'quedan')} ${plural(days, 'día', 'días')}`

/** «Escritura de Autos Lozano (2024)». */
const offerName = ({ type, clientName, signedDay }: PaperOffer, hidesNames: boolean): string =>
  [
    types[type],
    !hidesNames && clientName !== '' && `de ${clientName}`,
    signedDay !== null && `(${signedDay.slice(0, 4)})`,
  ]
    .filter(Boolean)
    .join(' ')

/** Texts of a client's record and papers on file. */
export const clientText = {
  types,
  day,
  validity: validityWords,
  mandateOpen: 'En vigor, sin fecha de fin',
  offerName,
  /** Name of a paper as a document of a draft, by which its type is recognised. */
  documentName: ({ type, name, clientName }: PaperOffer): string => {
    const ending = /\.[a-z0-9]+$/i.exec(name)?.[0] ?? ''
    const kind =
      type === 'other' || type === 'identity' ? name.slice(0, name.length - ending.length) : types[type]
    return `${[kind, clientName].filter(Boolean).join(' - ')}${ending}`
  },

  record: {
    title: 'Datos',
    edit: 'Editar',
    none: 'Sin datos. Guarda su NIF y cómo avisarle.',
    hidden: 'Los datos están ocultos: los nombres no se muestran en este equipo.',
    failed: 'No se ha podido leer la ficha.',
    facts: { taxId: 'NIF', email: 'Correo', phone: 'Teléfono', notes: 'Notas' },
    merge: 'Unir…',
    mergeIt: 'Unir con otro cliente…',
  },

  form: {
    title: (name: string): string => `Datos de ${name}`,
    newTitle: 'Cliente nuevo',
    new: 'Cliente nuevo…',
    name: 'Nombre',
    nameHelp: 'Los expedientes con el nombre de antes siguen siendo suyos.',
    missingName: 'Falta el nombre.',
    taxId: 'NIF',
    wrongTaxId: (right: string): string => `La letra o el dígito de control no cuadra: sería ${right}.`,
    oddTaxId: 'No parece un NIF español. Se guarda igual.',
    fromCases: (taxId: string): string => `En sus expedientes: ${taxId}`,
    take: 'Usarlo',
    email: 'Correo',
    wrongEmail: 'Ese correo no está completo.',
    phone: 'Teléfono',
    notes: 'Notas',
    optional: 'opcional',
    cancel: 'Cerrar',
    save: 'Guardar',
    saved: 'Datos guardados',
    taken: 'Otro cliente ya se llama así. Si son el mismo, únelos desde su ficha.',
    changed: 'Alguien ha cambiado estos datos mientras los editabas. Cierra y ábrelos otra vez.',
  },

  merge: {
    alike: (name: string): string => `${name} tiene el mismo NIF.`,
    unite: 'Unir…',
    uniteIt: (name: string): string => `Unir con ${name}…`,
    also: 'También es',
    separate: 'Separar',
    separateIt: (name: string): string => `Separar ${name}`,
    separated: (name: string): string => `${name} vuelve a ser un cliente aparte`,
    title: (name: string): string => `Unir otro cliente a ${name}`,
    search: 'Qué cliente es el mismo',
    help: 'Escribe su nombre o su NIF.',
    none: 'Ninguno se llama así.',
    choose: (name: string): string => `Unir ${name}`,
    confirmTitle: (from: string, into: string): string => `¿${from} y ${into} son el mismo cliente?`,
    confirmBody: (into: string): string =>
      `Desde ahora se ven como ${into}: expedientes, cuenta, tarifa y documentos, en todos los equipos. No se cambia nada de lo escrito y se puede separar.`,
    keep: 'No unir',
    submit: 'Unir',
    working: 'Uniendo…',
    done: 'Clientes unidos',
    close: 'Cerrar',
  },

  papers: {
    title: 'Documentos',
    none: 'Sin documentos. Guarda aquí lo que se usa una y otra vez: el mandato, la escritura, el poder.',
    add: 'Añadir documento',
    drop: 'Suelta el documento para su ficha',
    dropDetail: 'PDF, JPEG, PNG o HEIC de hasta 8 MB',
    list: 'Documentos del cliente',
    open: 'Abrir',
    openIt: (name: string): string => `Abrir ${name}`,
    menu: (name: string): string => `Acciones de ${name}`,
    change: 'Cambiar datos…',
    replace: 'Sustituir por otro…',
    remove: 'Quitar de la ficha…',
    save: 'Guardar en Descargas',
    saved: 'Guardado en Descargas',
    signed: (iso: string): string => `Del ${day(iso)}`,
    isAway: 'Todavía no ha llegado a este equipo',
    isAlone: (person: string): string =>
      person === '' ? 'Solo en el equipo donde se guardó' : `Solo en el equipo de ${person}`,
    tooLarge: 'Pasa de 8 MB. Guárdalo con menos calidad y vuelve a probar.',
    notAccepted: 'No es un PDF ni una imagen.',
    removeTitle: (name: string): string => `¿Quitar ${name} de la ficha?`,
    removeBody:
      'Se borra de todos los equipos. Lo que ya se añadió a un expediente no cambia. No se puede deshacer.',
    keep: 'No quitar',
    removeIt: 'Quitar',
    removing: 'Quitando…',
    removed: 'Documento quitado',
    of: (name: string): string => `Documento ${name}`,
  },

  paperForm: {
    addTitle: 'Documento para la ficha',
    changeTitle: (name: string): string => `Datos de ${name}`,
    replaceTitle: (name: string): string => `Sustituir ${name}`,
    file: (name: string): string => `Archivo: ${name}`,
    type: 'Qué es',
    name: 'Nombre',
    signedDay: 'Fecha',
    untilDay: 'Válido hasta',
    untilHelp: 'Vacío si no caduca.',
    optional: 'opcional',
    badDay: 'Ese día no existe. Ejemplo: 20/11/2026',
    order: 'Caduca antes de su fecha.',
    missingName: 'Falta el nombre.',
    cancel: 'Cerrar',
    add: 'Guardar en la ficha',
    change: 'Guardar',
    added: 'Documento guardado en la ficha',
    changed: 'Datos del documento guardados',
    more: (left: number): string => `Después queda ${plural(left, 'documento', 'documentos')}.`,
  },

  tariff: {
    title: 'Tarifa',
    office: 'La de la oficina.',
    own: (kinds: readonly string[]): string => `Propia en ${listed(kinds)}. En lo demás, la de la oficina.`,
    see: 'Ver la tarifa…',
  },

  cases: {
    title: 'Expedientes',
    none: 'Sin expedientes abiertos ni terminados este mes.',
  },

  offers: {
    title: 'Ya está en la ficha',
    add: 'Añadir',
    addIt: (name: string): string => `Añadir ${name}`,
    added: (name: string): string => `${name}: añadido a los documentos`,
    failed: 'No se ha podido leer el documento de la ficha',
    ofClient: 'Ver la ficha',
    more: (left: number): string => `Ver ${plural(left, 'documento más', 'documentos más')}`,
    take: 'Usarlo',
    pick: (name: string): string => `Usar ${name}`,
    used: 'El mandato está en los documentos. Revísalo y envíalo.',
  },
} as const
