import { foldText } from './normalize-text.ts'
import { VEHICLE_MAKES, type VehicleMake } from './vehicle-makes.ts'

/** Make and models that a text names. */
interface NamedVehicle {
  make: VehicleMake
  /** Comparable models, empty if unknown. */
  models: ReadonlySet<string>
  /** Make and model as shown. */
  name: string
}

interface Word {
  folded: string
  start: number
  end: number
}

const MAKES = new Map(VEHICLE_MAKES.flatMap((make) => make.aliases.map((alias) => [alias, make] as const)))
/** Most words of a make or a model: «Grand C4 Picasso». */
const MAX_WORDS = 3
/** Words after the make in which its model is searched for. */
const MODEL_WORDS = 4
/** Words between the make and its model. */
const BETWEEN = /^(?:nuevo|nueva|new|modelo|gran|grand)$/
/** «Renault 5 puertas»: the number is not the model. */
const COUNTED = /^(?:p|pt|ptas?|puertas?|plazas?|km|kms|cv|eur|euros?)$/

/** `320d`, `M140i`, `M3`, `Serie 3`. */
const BMW_SERIES = /^(?:serie)?m?([1-8])(?:\d{2}(?:x?[dei]|[ct][di]|tds|is)?)?$/
/** `C220`, `GLA 200`, `Clase A`, `CLA`. A single letter needs the word or the number. */
const MERCEDES_CLASS =
  /^(?:(?:clase|class)([a-z]{1,3})|([abcegrsv])\d{2,3}(?:cdi|de?|e|k)?|(amggt|cl[aceks]?|eq[abcestv]|gl[abceks]?|ml|sl[cekr]?)(?:\d{2,3}(?:cdi|de?|e|k)?)?)$/

/**
 * Vehicle that the sender of a list named beside its plate, as shown: «Audi A3». Empty if it is unknown or in doubt.
 * @param isVehicleText true for cells of columns such as «Marca» and «Vehículo». Any other text needs the model after
 * the make, because «Renault Finance» and «Mercedes García» name no vehicle.
 */
export const readListedVehicle = (text: string, isVehicleText: boolean): string =>
  findVehicle(text, isVehicleText)?.name ?? ''

/**
 * True if the registry names another vehicle than the list does: another make, or another model of the make. A make or
 * model that is unknown on either side is not another one.
 * @param listed from `readListedVehicle`
 */
export function isOtherVehicle(
  listed: string,
  registry: { brand?: string | undefined; model?: string | undefined },
): boolean {
  const named = findVehicle(listed, true)
  const registered = readRegistered([registry.brand, registry.model].filter(Boolean).join(' '))
  if (!named || !registered) return false
  if (named.make.family !== registered.make.family) return true
  if (named.make !== registered.make || named.models.size === 0 || registered.models.size === 0) return false
  return ![...named.models].some((one) => [...registered.models].some((other) => isSameModel(one, other)))
}

/** `500` is in `500x`, but `208` is not in `2008`. */
const isSameModel = (one: string, other: string): boolean => isModelIn(one, other) || isModelIn(other, one)
const isModelIn = (part: string, whole: string): boolean => {
  const at = whole.indexOf(part)
  if (at === -1) return false
  const isDigit = (character: string | undefined) => character !== undefined && /\d/.test(character)
  const breaksNumber = (a: string | undefined, b: string | undefined) => isDigit(a) && isDigit(b)
  return !breaksNumber(whole[at - 1], part[0]) && !breaksNumber(part.at(-1), whole[at + part.length])
}

function findVehicle(text: string, isVehicleText: boolean): NamedVehicle | null {
  const words = splitWords(text)
  const found: NamedVehicle[] = []
  for (let at = 0; at < words.length; at++) {
    const named = makeAt(words, at)
    if (!named) continue
    const { make, next } = named
    const model = modelAfter(words, next, make)
    if (model || isVehicleText) {
      const written = model && text.slice(words[model.from]?.start, words[model.to - 1]?.end)
      found.push({
        make,
        models: new Set(model?.keys),
        name: [make.name, written].filter(Boolean).join(' '),
      })
    }
    at = next - 1
  }
  const [first] = found
  // «Seat Ibiza, entrega Renault Clio»: two vehicles, of which one is another.
  return first && found.every(({ make }) => make.family === first.make.family) ? first : null
}

/** Vehicle of the registry, whose text begins with the make. Its model may stand anywhere after the make. */
function readRegistered(text: string): NamedVehicle | null {
  const words = splitWords(text)
  const named = makeAt(words, 0)
  if (!named) return null
  const { make } = named
  // «MAZDA MAZDA 3»
  const again = makeAt(words, named.next)
  const next = again?.make === make ? again.next : named.next
  return { make, models: new Set(modelKeys(words, next, words.length, make)), name: text }
}

function splitWords(text: string): Word[] {
  return [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(({ 0: written, index }) => ({
    folded: foldText(written),
    start: index,
    end: index + written.length,
  }))
}

const joinWords = (words: readonly Word[], from: number, amount: number): string =>
  words
    .slice(from, from + amount)
    .map(({ folded }) => folded)
    .join('')

function makeAt(words: readonly Word[], at: number): { make: VehicleMake; next: number } | null {
  for (let amount = Math.min(MAX_WORDS, words.length - at); amount > 0; amount--) {
    const make = MAKES.get(joinWords(words, at, amount))
    if (make) return { make, next: at + amount }
  }
  return null
}

/** Model right after the make, with the position of its words. */
function modelAfter(
  words: readonly Word[],
  next: number,
  make: VehicleMake,
): { from: number; to: number; keys: string[] } | null {
  let from = next
  while (BETWEEN.test(words[from]?.folded ?? '') && modelAt(words, from, make) === null) from++
  const first = modelAt(words, from, make)
  if (!first) return null
  return {
    from,
    to: from + first.amount,
    keys: modelKeys(words, from, Math.min(words.length, from + MODEL_WORDS), make),
  }
}

/** Models named from one word to another. A number is a model only as the first word. */
function modelKeys(words: readonly Word[], from: number, to: number, make: VehicleMake): string[] {
  const keys: string[] = []
  for (let at = from; at < to; at++)
    for (let amount = 1; amount <= Math.min(MAX_WORDS, to - at); amount++) {
      const key = modelKeyAt(words, at, amount, make)
      if (key !== null && (at === from || !/^\d+$/.test(joinWords(words, at, amount)))) keys.push(key)
    }
  return keys
}

/** Longest model that begins at a word. */
function modelAt(words: readonly Word[], at: number, make: VehicleMake): { amount: number } | null {
  for (let amount = Math.min(MAX_WORDS, words.length - at); amount > 0; amount--)
    if (modelKeyAt(words, at, amount, make) !== null) return { amount }
  return null
}

function modelKeyAt(words: readonly Word[], at: number, amount: number, make: VehicleMake): string | null {
  const compact = joinWords(words, at, amount)
  if (/^\d+$/.test(compact) && COUNTED.test(words[at + amount]?.folded ?? '')) return null
  return modelKey(compact, make)
}

function modelKey(compact: string, make: VehicleMake): string | null {
  if (make.models.has(compact)) return compact
  if (make.name === 'BMW') {
    const series = BMW_SERIES.exec(compact)?.[1]
    // A single number is a series only with its word, or the M of the sports models.
    return series !== undefined && compact.length > 1 ? `serie${series}` : null
  }
  if (make.name === 'Mercedes-Benz') {
    const [, named, lettered, short] = MERCEDES_CLASS.exec(compact) ?? []
    const letters = named ?? lettered ?? short
    return letters === undefined ? null : `clase-${letters}`
  }
  // «Mazda3», «e-208», «R5»
  for (const start of [...make.aliases, 'e', make.aliases[0]?.[0] ?? ''])
    if (compact.startsWith(start) && make.models.has(compact.slice(start.length)))
      return compact.slice(start.length)
  return null
}
