import type { LedgerEntry, TariffLine } from '../bridge/ledger.ts'
import { startOfDay } from '../domain/calendar.ts'
import { formatEuros } from '../domain/euros.ts'
import { type Balance, computeVat, type Disbursement, type EntryKind } from '../domain/ledger.ts'
import { datedMoment, fullDate, monthName } from './dates.ts'
import { count, plural } from './grammar.ts'

const kinds: Readonly<Record<EntryKind, string>> = {
  request: 'Provisión pedida',
  payment: 'Provisión recibida',
  disbursement: 'Suplido',
  fee: 'Honorarios',
  refund: 'Devolución',
}

const concepts: Readonly<Record<Disbursement, string>> = {
  'dgt-fee': 'Tasa de Tráfico',
  itp: 'ITP',
  iedmt: 'Impuesto de matriculación',
  ivtm: 'IVTM',
  'complete-report': 'Informe completo',
  other: 'Otro suplido',
}

/** Name of an entry: «Tasa de Tráfico», «Honorarios». */
const entryName = ({ kind, concept }: Pick<LedgerEntry, 'kind' | 'concept'>): string =>
  concept === null ? kinds[kind] : concepts[concept]

/** «21 %», from hundredths of a percent. */
const percent = (rate: number): string => `${(rate / 100).toLocaleString('es-ES')} %`

const lineTotal = ({ cents, vatRate }: Pick<TariffLine, 'cents' | 'vatRate'>): number =>
  (cents ?? 0) + computeVat(cents ?? 0, vatRate)

/** «Falta cobrar 124,37 €», «A favor del cliente 20,00 €», «En paz». */
function balanceWords(cents: number): string {
  if (cents === 0) return 'En paz'
  return cents < 0 ? `Falta cobrar ${formatEuros(-cents)}` : `A favor del cliente ${formatEuros(cents)}`
}

/** The same for a procedure, which may wait for its advance while nothing is owed. */
const stateWords = ({ balance, requested, received }: Balance): string =>
  balance === 0 && requested > received
    ? `Falta recibir la provisión: ${formatEuros(requested - received)}`
    : balanceWords(balance)

/** «Pedido 300,00 € · Recibido 300,00 € · Suplidos 55,70 € · Honorarios con IVA 72,60 €». Without the sums of 0. */
const sumWords = ({ requested, received, disbursed, fees, vat }: Balance): string =>
  (
    [
      ['Pedido', requested],
      ['Recibido', received],
      ['Suplidos', disbursed],
      ['Honorarios con IVA', fees + vat],
    ] as const
  )
    .filter(([, cents]) => cents !== 0)
    .map(([name, cents]) => `${name} ${formatEuros(cents)}`)
    .join(' · ')

/** Texts of the screens of the ledger: *Cuenta* of a case, *Cobros* and *Tarifas*. */
export const ledgerText = {
  kinds,
  concepts,
  entryName,
  percent,
  feeWithVat: (rate: number): string =>
    rate === 0 ? 'Honorarios sin IVA' : `Honorarios + ${percent(rate)} de IVA`,
  euros: formatEuros,
  balance: balanceWords,
  state: stateWords,
  sums: sumWords,
  day: (day: string): string => fullDate(startOfDay(day)),

  section: {
    title: 'Cuenta',
    key: 'apuntar',
    none: 'Sin apuntes. Empieza por la provisión que pides al cliente.',
    failed: 'No se ha podido leer la cuenta.',
    stale: 'No se ha podido actualizar: lo que ves puede ser de antes.',
    noInvoice: 'No es una factura: la factura sale de tu programa de facturación.',
    toClient: (name: string): string => (name === '' ? 'Ver su mes en Cobros' : `Ver el mes de ${name}`),
  },

  /** From the estimate of ITP to the new entry. */
  itp: {
    use: 'Llevar a la cuenta',
    text: 'ITP estimado',
    busy: 'En Cuenta hay un apunte a medias: apúntalo o bórralo, y vuelve a llevar el importe.',
    prepared: 'El importe está en Cuenta, como apunte nuevo. Revísalo y apúntalo.',
  },
  entries: {
    columns: { day: 'Día', name: 'Apunte', amount: 'Importe', person: 'Quién', acts: 'Acciones' },
    list: 'Apuntes',
    withVat: (cents: number, rate: number, vat: number): string =>
      `${formatEuros(cents)} ${vat < 0 ? '-' : '+'} ${formatEuros(Math.abs(vat))} de IVA (${percent(rate)})`,
    automatic: 'Apunte automático: informe completo pagado',
    corrected: 'Anulado',
    correction: (name: string): string => `Anulación: ${name}`,
    correct: 'Anular',
    correctIt: (entry: string): string => `Anular ${entry}`,
    named: (name: string, cents: number): string => `${name}, ${formatEuros(cents)}`,
    saving: 'Apuntando…',
    unsaved: 'No se ha apuntado.',
    unknown: 'No sabemos si se ha apuntado. Reintentar no lo apunta dos veces.',
    retry: 'Reintentar',
    retryIt: (entry: string): string => `Reintentar ${entry}`,
    discard: 'Descartar',
    discardIt: (entry: string): string => `Descartar ${entry}`,
    added: (entry: string): string => `Apuntado: ${entry}`,
    isCorrected: (entry: string): string => `Anulado: ${entry}`,
    alike: (person: string): string =>
      person === ''
        ? 'Parece el mismo apunte que el de otro puesto.'
        : `Parece el mismo apunte que el de ${person}.`,
    keep: 'Son dos',
    keepIt: (entry: string): string => `Son dos apuntes: ${entry}`,
    kept: 'Quedan los dos apuntes.',
  },

  form: {
    label: 'Apunte nuevo',
    kind: 'Tipo de apunte',
    concept: 'Concepto',
    vat: 'IVA',
    amount: 'Importe',
    amountBare: 'Importe sin IVA',
    day: 'Día',
    text: 'Nota',
    optional: 'opcional',
    submit: 'Apuntar',
    /** Reading of what is typed. */
    reading: (name: string, cents: number, vat: number, day: string): string =>
      `${name}: ${formatEuros(cents)}${vat === 0 ? '' : ` + ${formatEuros(vat)} de IVA = ${formatEuros(cents + vat)}`}, ${day}`,
    future: 'El día es futuro.',
    which: '¿Qué importe es?',
    missing: 'Falta el importe.',
    negative: 'Sin signo. Para quitar un apunte, anúlalo.',
    zero: 'Un apunte no puede ser de 0 €.',
    tooLarge: 'Es demasiado: revisa los ceros.',
    notAmount: 'No es un importe. Ejemplo: 124,37',
    badDay: 'Ese día no existe. Ejemplo: 20/11/2026',
    farDay: 'Ese día es de dentro de más de un año.',
    suggest: (cents: number): string => `Poner ${formatEuros(cents)}`,
    suggestFrom: {
      request: 'lo apuntado y lo de la tarifa, menos lo pedido',
      payment: 'lo que falta',
      refund: 'lo que tiene a favor',
    },
  },

  proposals: {
    label: 'De la tarifa',
    line: (line: TariffLine): string =>
      [
        `${line.text || entryName(line)}${line.cents === null ? '' : ` ${formatEuros(line.cents)}`}`,
        line.cents !== null && line.vatRate > 0 && `+ ${percent(line.vatRate)} de IVA`,
      ]
        .filter(Boolean)
        .join(' ') + (line.year === null ? '' : `, ${line.year}`),
    source: ({ source }: TariffLine): string | undefined => source || undefined,
    all: (lines: readonly TariffLine[]): string =>
      `Añadir todas: ${formatEuros(lines.reduce((sum, line) => sum + lineTotal(line), 0))}`,
  },

  correct: {
    title: (entry: string): string => `Anular ${entry}`,
    body: 'Se escribe un apunte contrario. Nada se borra, y también se puede anular.',
    reason: 'Motivo',
    missing: 'Falta el motivo.',
    alikeReason: 'Repetido',
    cancel: 'Dejarlo',
    submit: 'Anular apunte',
  },

  give: {
    menu: 'Para el cliente',
    copy: { provision: 'Copiar la provisión de fondos', settlement: 'Copiar la liquidación' },
    pdf: { provision: 'Provisión de fondos en PDF', settlement: 'Liquidación en PDF' },
    copied: { provision: 'Provisión de fondos copiada', settlement: 'Liquidación copiada' },
    saved: 'Guardado en Descargas',
    saving: 'Preparando el archivo',
    cancel: 'Cancelar',
    export: 'Exportar',
    xlsx: 'Excel',
    csv: 'CSV',
    print: 'Imprimir',
    printed: (at: number): string => `Impreso ${datedMoment(at)}`,
  },

  clients: {
    list: 'Clientes',
    search: 'Buscar un cliente',
    placeholder: 'Cliente o NIF',
    loading: 'Cargando los cobros',
    failed: 'No se han podido leer los cobros',
    filter: 'Qué clientes',
    show: { all: 'Todos', owes: 'Deben', holds: 'A su favor' },
    firstTitle: 'Todavía no hay clientes',
    firstBody:
      'Escribe el cliente en un expediente y apunta en «Cuenta» lo que pides, lo que recibes y lo que pagas. Aquí sale lo de cada cliente.',
    toCases: 'Ver los expedientes',
    noneTitle: 'Ninguno así',
    noneBody: 'Prueba con otro nombre, o con todos.',
    clear: 'Ver todos',
    columns: {
      client: 'Cliente',
      requested: 'Pedido',
      received: 'Recibido',
      disbursed: 'Suplidos',
      fees: 'Honorarios con IVA',
      balance: 'Saldo de hoy',
      since: 'Debe desde',
    },
    kinds: { client: 'Cliente', label: 'Etiqueta' },
    hidden: 'Cliente',
    unnamed: 'Sin nombre',
    totals: (owed: number, held: number): string =>
      `Te deben ${formatEuros(-owed)} · Tienes de clientes ${formatEuros(held)}`,
    count: (shown: number, total: number): string =>
      shown < total
        ? `Se ven ${count(shown)} de ${plural(total, 'cliente', 'clientes')}`
        : plural(total, 'cliente', 'clientes'),
    open: 'abrir',
    zero: '–',
    tariffs: 'Tarifas…',
  },

  client: {
    back: 'Cobros',
    record: 'Ficha del cliente',
    loading: 'Cargando la cuenta',
    failed: 'No se ha podido leer la cuenta',
    opening: 'Saldo anterior',
    closing: 'Saldo final',
    sum: 'Suma del mes',
    withoutCase: 'Sin expediente',
    unknownVehicle: 'Sin matrícula todavía',
    emptyTitle: (month: string): string => `Sin apuntes en ${monthName(month)}`,
    emptyBody: 'Prueba con el mes anterior, o apunta algo que no sea de un expediente.',
    add: 'Apunte sin expediente',
    openShort: 'Abrir',
    open: (name: string): string => `Abrir ${name}`,
    board: 'Ver su cuadro',
    printTitle: (name: string): string => `Cuenta de ${name}`,
  },

  tariff: {
    title: 'Tarifas de la oficina',
    clientTitle: (name: string): string => `Tarifa de ${name}`,
    kind: 'Tipo de expediente',
    loading: 'Cargando la tarifa',
    failed: 'No se ha podido leer la tarifa.',
    office:
      'Este cliente no tiene tarifa propia: estas son las líneas de la oficina. Si las cambias, son solo para él.',
    proposed: 'Son las líneas que propone el programa. Revísalas antes de usarlas.',
    none: 'Sin líneas: no se propone nada.',
    line: (at: number): string => `Línea ${count(at)}`,
    what: 'Apunte',
    text: 'Nombre',
    amount: 'Importe',
    amountHelp: 'Vacío si cambia cada vez.',
    year: 'Año',
    source: 'De dónde sale',
    add: 'Añadir línea',
    remove: (name: string): string => `Quitar ${name}`,
    cancel: 'Cerrar',
    save: 'Guardar',
    saved: 'Tarifa guardada. Los apuntes ya escritos no cambian.',
    toOffice: 'Volver a la de la oficina',
    removed: 'Vuelve a contar la tarifa de la oficina. Los apuntes ya escritos no cambian.',
    badYear: 'El año tiene cuatro cifras.',
    changed: 'Alguien ha cambiado esta tarifa mientras la editabas. No se ha guardado nada encima.',
    theirs: 'Ver la suya',
    mine: 'Guardar la mía',
  },
} as const
