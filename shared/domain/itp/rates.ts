import type { ItpTerritoryId } from './territories.ts'

/**
 * Rates of ITP for used vehicles between individuals, by territory. A territory without a source is left out, and the
 * screen asks for its rate. The office can correct a general rate (`ItpCorrection`).
 *
 * To update: read the source, change the row and its `year`. Without a source of the new year, leave the old year:
 * the screen compares it with the day of the sale.
 */

export const ITP_VEHICLES = ['car', 'motorcycle', 'moped', 'motorhome', 'other'] as const
/** `car`: passenger car or off-road vehicle. `other`: commercial and industrial vehicles. */
export type ItpVehicle = (typeof ITP_VEHICLES)[number]

/** Environmental label of the registry. Only those that a rate depends on. */
export const ITP_LABELS = ['none', 'eco', 'zero'] as const
export type ItpLabel = (typeof ITP_LABELS)[number]

/** Questions that no field answers, so that both results are shown. */
export const ITP_OPEN_QUESTIONS = ['which-rate', 'business-use'] as const
export type ItpOpenQuestion = (typeof ITP_OPEN_QUESTIONS)[number]

/** Conditions of a rule. All of them must hold. */
export interface ItpCondition {
  vehicles?: readonly ItpVehicle[]
  label?: ItpLabel
  isHistoric?: boolean
  /** Years since the first registration: more than, at least, at most. */
  yearsOver?: number
  yearsFrom?: number
  yearsUpTo?: number
  ccOver?: number
  ccUpTo?: number
  /** Fiscal power. */
  cvfOver?: number
  /** Base in cents. */
  baseFrom?: number
  /** Value as new in the tables of the State, in cents. */
  newValueBelow?: number
  /** The law leaves the question open, or the form does not ask it. */
  open?: ItpOpenQuestion
}

/** The first rule whose conditions hold decides. It has either a rate or a fee. */
export interface ItpRule {
  when: ItpCondition
  /** Hundredths of a percent. */
  rate?: number
  /** Fixed amount in cents. */
  fee?: number
  /** True if no self-assessment has to be filed. */
  isNotFiled?: true
}

export interface ItpSource {
  name: string
  url: string
}

export interface ItpTerritory {
  /** Year of the rates. */
  year: number
  source: ItpSource
  /** General rate, in hundredths of a percent. */
  rate: number
  rules: readonly ItpRule[]
  /** Percentage of the tax that is waived. */
  allowance?: number
  /** True if the territory has tables of values of its own, so that those of the State do not apply. */
  hasOwnTables?: true
  /** Vehicles that the source covers. All of them if absent. */
  vehicles?: readonly ItpVehicle[]
}

const CARS = ['car'] as const
/** 15 CVF, the limit that several laws share. */
const strongCar = { vehicles: CARS, cvfOver: 15 } as const
const euros = (amount: number): number => amount * 100
const boe = (id: string): string => `https://www.boe.es/buscar/act.php?id=${id}`
const hacienda = (page: string): string => `https://www.hacienda.gob.es/DocLeyes/onlinelt/${page}`

export const ITP_RATES: Readonly<Partial<Record<ItpTerritoryId, ItpTerritory>>> = {
  andalucia: {
    year: 2026,
    source: {
      name: 'Ley 5/2021, de Tributos Cedidos de Andalucía, arts. 46 y 47',
      url: boe('BOE-A-2021-17915'),
    },
    rate: 400,
    rules: [
      { when: { vehicles: ['car', 'motorcycle', 'moped'], label: 'zero' }, rate: 100 },
      { when: strongCar, rate: 800 },
    ],
  },
  aragon: {
    year: 2026,
    source: { name: 'Decreto Legislativo 1/2005 de Aragón, art. 121-6', url: boe('BOA-d-2005-90006') },
    rate: 400,
    rules: [
      { when: { yearsOver: 10, ccUpTo: 1_000 }, fee: 0 },
      { when: { yearsOver: 10, ccUpTo: 1_500 }, fee: euros(20) },
      { when: { yearsOver: 10, ccUpTo: 2_000 }, fee: euros(30) },
    ],
  },
  asturias: {
    year: 2026,
    source: {
      name: 'Decreto Legislativo 2/2014 de Asturias, art. 32',
      url: hacienda('C13.11.tributos_cedidos_asturias.htm'),
    },
    rate: 400,
    rules: [{ when: strongCar, rate: 800 }],
  },
  baleares: {
    year: 2026,
    source: { name: 'Decreto Legislativo 1/2014 de Illes Balears, art. 14', url: boe('BOE-A-2014-6925') },
    rate: 400,
    rules: [
      { when: { vehicles: ['moped'] }, rate: 0, isNotFiled: true },
      // The law gives two specific rates to these cars and does not say which one prevails.
      { when: { ...strongCar, label: 'zero', open: 'which-rate' }, rate: 0 },
      { when: { ...strongCar, label: 'eco', open: 'which-rate' }, rate: 200 },
      { when: strongCar, rate: 800 },
      { when: { label: 'zero' }, rate: 0 },
      { when: { label: 'eco' }, rate: 200 },
    ],
  },
  canarias: {
    year: 2026,
    source: {
      name: 'Decreto Legislativo 1/2009 de Canarias, arts. 31 y 38 ter',
      url: boe('BOC-j-2009-90008'),
    },
    rate: 550,
    rules: [
      { when: { vehicles: CARS, isHistoric: false, yearsOver: 10, ccUpTo: 1_000 }, fee: euros(40) },
      { when: { vehicles: CARS, isHistoric: false, yearsOver: 10, ccUpTo: 1_500 }, fee: euros(70) },
      { when: { vehicles: CARS, isHistoric: false, yearsOver: 10, ccUpTo: 2_000 }, fee: euros(115) },
    ],
  },
  cantabria: {
    year: 2026,
    source: {
      name: 'Decreto Legislativo 62/2008 de Cantabria, art. 11',
      url: hacienda('C13.14.tributos_cedidos_cantabria.htm'),
    },
    rate: 800,
    vehicles: CARS,
    rules: [
      { when: { isHistoric: false, yearsOver: 10, ccUpTo: 999 }, fee: euros(55) },
      { when: { isHistoric: false, yearsOver: 10, ccUpTo: 1_499 }, fee: euros(75) },
      { when: { isHistoric: false, yearsOver: 10, ccUpTo: 1_999 }, fee: euros(115) },
    ],
  },
  'castilla-la-mancha': {
    year: 2026,
    source: { name: 'Ley 8/2013 de Castilla-La Mancha, art. 20', url: boe('BOE-A-2014-1368') },
    rate: 600,
    rules: [],
  },
  'castilla-y-leon': {
    year: 2026,
    source: {
      name: 'Decreto Legislativo 1/2013 de Castilla y León, arts. 24 y 25',
      url: hacienda('c07.03.cd.transmisiones.autonomias_te_23162.htm'),
    },
    rate: 500,
    rules: [{ when: strongCar, rate: 800 }],
  },
  cataluna: {
    year: 2026,
    source: {
      name: 'Agència Tributària de Catalunya, modelo 620',
      url: 'https://atc.gencat.cat/es/tributs/itpajd/tpo/tramit-compravenda-vehicle/',
    },
    rate: 500,
    rules: [
      { when: { vehicles: ['moped'] }, fee: 0, isNotFiled: true },
      { when: { label: 'zero' }, rate: 0 },
      { when: { isHistoric: false, yearsFrom: 10, newValueBelow: euros(40_000) }, fee: 0, isNotFiled: true },
    ],
  },
  'comunitat-valenciana': {
    year: 2026,
    source: { name: 'Ley 13/1997 de la Generalitat Valenciana, art. 13.Tres', url: boe('BOE-A-1998-8202') },
    rate: 600,
    // Motorcycles between 5 and 12 years old have fees of their own, which no source here gives.
    vehicles: ['car', 'motorhome', 'other'],
    rules: [
      { when: { vehicles: CARS, baseFrom: euros(20_000) }, rate: 800 },
      { when: { vehicles: CARS, isHistoric: false, yearsOver: 12, ccUpTo: 1_500 }, fee: euros(40) },
      { when: { vehicles: CARS, isHistoric: false, yearsOver: 12, ccUpTo: 2_000 }, fee: euros(60) },
      { when: { vehicles: CARS, isHistoric: false, yearsOver: 12 }, fee: euros(140) },
      { when: { vehicles: CARS, isHistoric: false, yearsOver: 5, ccUpTo: 1_500 }, fee: euros(120) },
      { when: { vehicles: CARS, isHistoric: false, yearsOver: 5, ccUpTo: 2_000 }, fee: euros(180) },
      { when: { vehicles: CARS, isHistoric: false, yearsOver: 5 }, fee: euros(280) },
      { when: { vehicles: CARS, yearsUpTo: 5, ccOver: 2_000 }, rate: 800 },
    ],
  },
  extremadura: {
    year: 2026,
    source: { name: 'Decreto Legislativo 1/2018 de Extremadura, arts. 38 y 45', url: boe('BOE-A-2018-8159') },
    rate: 600,
    rules: [{ when: { vehicles: ['other'], open: 'business-use' }, rate: 400 }],
  },
  galicia: {
    year: 2026,
    source: { name: 'Decreto Legislativo 1/2011 de Galicia, art. 14', url: boe('BOE-A-2011-18161') },
    rate: 300,
    rules: [
      { when: { label: 'zero' }, rate: 0 },
      { when: { vehicles: CARS, yearsFrom: 15, ccUpTo: 1_199 }, fee: euros(22) },
      { when: { vehicles: CARS, yearsFrom: 15, ccUpTo: 1_599 }, fee: euros(38) },
    ],
  },
  'la-rioja': {
    year: 2026,
    source: {
      name: 'Gobierno de La Rioja, compraventa de vehículos usados',
      url: 'https://www.larioja.org/tributos/es/asistencia-tributaria-contribuyente/guias-breves/compraventa-vehiculos-usados',
    },
    rate: 400,
    rules: [],
  },
  madrid: {
    year: 2026,
    source: {
      name: 'Comunidad de Madrid, compraventa de vehículos',
      url: 'https://www.comunidad.madrid/atencion-contribuyente/compraventa-vehiculos',
    },
    rate: 400,
    rules: [],
  },
  murcia: {
    year: 2026,
    source: { name: 'Decreto Legislativo 1/2010 de Murcia, art. 6.10', url: boe('BOE-A-2011-10542') },
    rate: 400,
    rules: [
      { when: { yearsOver: 12, ccUpTo: 1_000 }, fee: 0, isNotFiled: true },
      { when: { yearsOver: 12, ccUpTo: 1_500 }, fee: euros(30) },
      { when: { yearsOver: 12, ccUpTo: 2_000 }, fee: euros(50) },
      { when: { yearsOver: 12 }, fee: euros(75) },
    ],
  },
  navarra: {
    year: 2026,
    source: {
      name: 'Decreto Foral Legislativo 129/1999 de Navarra, art. 8.1.c',
      url: 'https://www.navarra.es/es/web/normativa-hacienda/normativa',
    },
    rate: 400,
    rules: [],
    hasOwnTables: true,
  },
  alava: {
    year: 2026,
    source: {
      name: 'Hacienda Foral de Álava, preguntas frecuentes de ITP',
      url: 'https://web.araba.eus/es/hacienda/impuestos/preguntas-frecuentes-impuesto-transmisiones-y-actos-juridicos-documentados',
    },
    rate: 400,
    rules: [],
    hasOwnTables: true,
  },
  bizkaia: {
    year: 2026,
    source: {
      name: 'Norma Foral 1/2011 de Bizkaia, art. 13',
      url: 'https://www.bizkaia.eus/es/tramites-tributarios/presentacion-declaraciones-y-modelos-tributarios',
    },
    rate: 400,
    rules: [],
    hasOwnTables: true,
  },
  gipuzkoa: {
    year: 2026,
    source: {
      name: 'Norma Foral 18/1987 de Gipuzkoa, art. 11.1.d',
      url: 'https://www.gipuzkoa.eus/es/web/ogasuna/impuestos/modelo/620',
    },
    rate: 400,
    rules: [],
    hasOwnTables: true,
  },
  ceuta: ofCity(),
  melilla: ofCity(),
}

/** The two cities have the rate of the State, and half of the tax is waived. */
function ofCity(): ItpTerritory {
  return {
    year: 2026,
    source: { name: 'Texto refundido de ITP y AJD, arts. 11 y 57 bis', url: boe('BOE-A-1993-25359') },
    rate: 400,
    rules: [],
    allowance: 50,
  }
}

/** Exemption of a dealer who buys to resell (art. 45.I.B.17). It is provisional for a year. */
export const RESELLER_SOURCE: ItpSource = {
  name: 'Texto refundido de ITP y AJD, art. 45.I.B.17',
  url: boe('BOE-A-1993-25359'),
}

/** Percentages by years of use: the first for up to one year, the last for more than all the others. */
export const DEPRECIATION = {
  year: 2026,
  source: {
    name: 'Orden HAC/1501/2025, anexo IV',
    url: 'https://www.boe.es/buscar/doc.php?id=BOE-A-2025-26357',
  },
  vehicle: [100, 84, 67, 56, 47, 39, 34, 28, 24, 19, 17, 13, 10],
  motorhome: [100, 87, 77, 71, 65, 59, 53, 48, 43, 38, 33, 29, 25, 22, 19, 16, 14, 12, 10],
} as const
