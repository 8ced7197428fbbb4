import type { Draw } from './draw.ts'

const FIRST_NAMES =
  'María Carmen|Antonio|Josefa|Manuel|Laura|José Luis|Isabel|Francisco|Lucía|Javier|Ana Belén|David|Nerea|Íñigo|Montserrat|Jordi|Begoña|Xoán|Rocío|Álvaro|Noelia|Andrés|Fátima|Ioana|Wei'.split(
    '|',
  )
const SURNAMES =
  'García|Rodríguez|González|Fernández|López|Martínez|Sánchez|Pérez|Gómez|Ruiz|Hernández|Jiménez|Moreno|Muñoz|Álvarez|Romero|Navarro|Torres|Serrano|Ibáñez|Peña|Etxeberria|Puig|Castiñeira|Núñez'.split(
    '|',
  )
const COMPANIES =
  'Talleres Hermanos Quiroga, S.L.|Panificadora La Vega, S.L.|Reformas Integrales Aznar, S.L.|Autoescuela Levante, S.L.|Transportes Peñalba, S.A.|Clínica Dental Ribera, S.L.P.|Frutas del Júcar, S. Coop.|Instalaciones Orozco, S.L.'.split(
    '|',
  )

const pickOne = (from: readonly string[], draw: Draw): string => from[draw(from.length)] ?? ''

/** Makes an invented person from very common names. */
export function makePerson(draw: Draw): string {
  return `${pickOne(FIRST_NAMES, draw)} ${pickOne(SURNAMES, draw)} ${pickOne(SURNAMES, draw)}`.normalize(
    'NFC',
  )
}

/** Makes the owner of a vehicle: usually a person, sometimes a company. */
export const makeOwner = (draw: Draw): string => (draw(10) < 2 ? pickOne(COMPANIES, draw) : makePerson(draw))

/** Companies that lease or finance vehicles. All invented. */
const FINANCE_COMPANIES = [
  'Crédito Rodado E.F.C., S.A.',
  'Financiera Alcor E.F.C., S.A.',
  'Banco Meseta, S.A.',
]
const RENTING_COMPANIES = ['Flotas Cierzo Renting, S.A.', 'Renting Poniente, S.L.']

export const makeFinanceCompany = (draw: Draw): string => pickOne(FINANCE_COMPANIES, draw)
export const makeRentingCompany = (draw: Draw): string => pickOne(RENTING_COMPANIES, draw)
