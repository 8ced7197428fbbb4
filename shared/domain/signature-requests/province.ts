import { provinceNames } from '../../text/labels.ts'
import { wordsOf } from '../search-text.ts'

/** Alternative names, missing from `provinceNames`: co-official and older ones. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  '01': ['Araba', 'Araba/Álava', 'Álava/Araba'],
  '03': ['Alacant', 'Alicante/Alacant', 'Alacant/Alicante'],
  '07': ['Baleares', 'Islas Baleares', 'Mallorca'],
  '12': ['Castelló', 'Castellón/Castelló', 'Castellón de la Plana', 'Castelló de la Plana'],
  '15': ['La Coruña', 'Coruña'],
  '17': ['Gerona'],
  '20': ['Gipuzkoa', 'Gipuzkoa/Guipúzcoa'],
  '25': ['Lérida'],
  '26': ['Rioja'],
  '31': ['Nafarroa', 'Navarra/Nafarroa'],
  '32': ['Orense'],
  '33': ['Oviedo'],
  '35': ['Palmas', 'Gran Canaria'],
  '38': ['Tenerife', 'S.C. Tenerife', 'Sta. Cruz de Tenerife'],
  '39': ['Santander'],
  '46': ['València', 'Valencia/València'],
  '48': ['Bizkaia', 'Bizkaia/Vizcaya'],
}

/**
 * Normal form without accents, capitals, separators and the order of an article: `Coruña, A` is `A Coruña`.
 */
const keyOf = (name: string): string => wordsOf(name).toSorted().join(' ')

const CODES: ReadonlyMap<string, string> = new Map(
  [...provinceNames].flatMap(([code, name]) =>
    [name, ...(OTHER_NAMES[code] ?? [])].map((one) => [keyOf(one), code] as const),
  ),
)

/** INE code of a province by any of its names, or `null` for an unknown one. */
export const provinceOfName = (name: string): string | null => CODES.get(keyOf(name)) ?? null
