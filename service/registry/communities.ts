import { classifyPlate } from '#shared/domain/plates/classify.ts'
import type { Draw } from './draw.ts'

/** Autonomous communities with their relative number of vehicles and the names of their provinces. */
const COMMUNITIES: readonly (readonly [name: string, weight: number, provinces: string])[] = [
  ['Andalucía', 17, 'Almería|Cádiz|Córdoba|Granada|Huelva|Jaén|Málaga|Sevilla'],
  ['Cataluña', 15, 'Barcelona|Girona|Lleida|Tarragona'],
  ['Comunidad de Madrid', 15, 'Madrid'],
  ['Comunitat Valenciana', 11, 'Alicante|Castellón|Valencia'],
  ['Galicia', 6, 'A Coruña|Lugo|Ourense|Pontevedra'],
  ['Castilla y León', 5, 'Ávila|Burgos|León|Palencia|Salamanca|Segovia|Soria|Valladolid|Zamora'],
  ['Canarias', 5, 'Las Palmas|Santa Cruz de Tenerife'],
  ['Castilla-La Mancha', 5, 'Albacete|Ciudad Real|Cuenca|Guadalajara|Toledo'],
  ['País Vasco', 4, 'Álava|Guipúzcoa|Vizcaya'],
  ['Región de Murcia', 3, 'Murcia'],
  ['Aragón', 3, 'Huesca|Teruel|Zaragoza'],
  ['Illes Balears', 3, 'Illes Balears'],
  ['Extremadura', 2, 'Badajoz|Cáceres'],
  ['Principado de Asturias', 2, 'Asturias'],
  ['Comunidad Foral de Navarra', 2, 'Navarra'],
  ['Cantabria', 1, 'Cantabria'],
  ['La Rioja', 1, 'La Rioja'],
  ['Ceuta', 1, 'Ceuta'],
  ['Melilla', 1, 'Melilla'],
]

/** Community of a vehicle: a provincial plate's own, or a random one. */
export function communityOf(vrm: string, draw: Draw): string {
  let ticket = draw(COMMUNITIES.reduce((sum, [, weight]) => sum + weight, 0))
  const province = classifyPlate(vrm)?.province
  if (province !== undefined)
    for (const [name, , provinces] of COMMUNITIES) if (provinces.split('|').includes(province)) return name
  for (const [name, weight] of COMMUNITIES) {
    ticket -= weight
    if (ticket < 0) return name
  }
  throw new Error('There is no community for this draw.')
}
