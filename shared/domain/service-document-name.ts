/** File names of saved documents: a template of Ajustes, made safe for every system. */

export const SERVICE_DOCUMENT_NAME_FIELDS = [
  'matricula',
  'bastidor',
  'documento',
  'fecha',
  'cliente',
  'factura',
  'expediente',
] as const
type ServiceDocumentNameField = (typeof SERVICE_DOCUMENT_NAME_FIELDS)[number]
export type ServiceDocumentNameValues = Readonly<Partial<Record<ServiceDocumentNameField, string>>>

const FIELD = /\{([^{}]*)\}/g
/** Limit of file systems (255 bytes) minus room for the ending and a number. */
const MAX_BYTES = 180
/** Device names that Windows reserves, with any ending. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³]) *(?:\.|$)/i

/** Names in braces that are no field. */
export function unknownNameFields(template: string): string[] {
  const known: ReadonlySet<string> = new Set(SERVICE_DOCUMENT_NAME_FIELDS)
  const names = [...template.matchAll(FIELD)].map(([, name = '']) => name.trim().toLowerCase())
  return [...new Set(names.filter((name) => !known.has(name)))]
}

/** File name without ending. A missing value leaves no gap. */
export function serviceDocumentName(template: string, values: ServiceDocumentNameValues): string {
  const known = values as Readonly<Record<string, string | undefined>>
  const parts = template.replace(FIELD, (_, name: string) => {
    const field = name.trim().toLowerCase()
    // The mark stands for a missing value, so that its separators are removed too.
    return (Object.hasOwn(known, field) ? known[field] : undefined)?.trim() || GAP
  })
  return fileStem(closeGaps(parts))
}

const GAP = '\u0000'

/** Removes a gap and the separators between the gap and its neighbour. */
function closeGaps(text: string): string {
  const joint = '[ _.,;+-]*'
  return text
    .replace(new RegExp(`^(?:${joint}${GAP})+${joint}`), '')
    .replace(new RegExp(`(?:${joint}${GAP})+`, 'g'), '')
}

/** File name that is valid on every system, and never a path. */
export function safeName(text: string): string {
  const name = clean(text)
  return shortened(DEVICE.test(name) ? `_${name}` : name).replace(/[. ]+$/, '')
}

/** Longest text that patterns examine. No system has longer file names. */
const MAX_GIVEN = 1_000

const clean = (text: string): string =>
  text
    .slice(0, MAX_GIVEN)
    // Lone surrogates, controls, and invisible or direction marks, which can disguise an ending.
    .replace(/[\p{Cs}\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{DI}]/gu, '')
    .normalize('NFC')
    .replace(/[<>:"/\\|?*]/g, '-')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')

/** Part that a system or a user reads as an ending: a letter and another character. A number or `S.L.` is none. */
const ENDING = /\.(?=[^.\s]*\p{L})[\p{L}\p{N}][^.\s]+$/u
/** Plausible file ending. A longer part is a word after a dot. */
const GIVEN_ENDING = /\.(?=[^.\s]*\p{L})[\p{L}\p{N}][^.\s]{1,4}$/u

/** Stem of a file name, without any part that reads as an ending. */
export function fileStem(text: string): string {
  let name = safeName(text)
  while (ENDING.test(name)) name = name.replace(ENDING, (found) => `-${found.slice(1)}`)
  return name || 'documento'
}

/**
 * Safe form of a given file name, with an ending of its kind.
 * @param endings valid endings; a name without one of them gets the first
 */
export function fileNameAs(given: string, endings: readonly [string, ...string[]]): string {
  let stem = clean(lastPart(given))
  let ending: string | null = null
  for (let found = GIVEN_ENDING.exec(stem)?.[0]; found !== undefined; found = GIVEN_ENDING.exec(stem)?.[0]) {
    const isOwn = endings.includes(found.slice(1).toLowerCase())
    // One ending of any kind is removed, and before it only repetitions of a valid one (`factura.pdf.exe`).
    if (ending !== null && !isOwn) break
    ending ??= isOwn ? found.slice(1) : endings[0]
    stem = stem.slice(0, -found.length).trimEnd()
  }
  return `${fileStem(stem)}.${ending ?? endings[0]}`
}

/** Safe form of a foreign file name, with its own ending. */
export function safeFileName(given: string): string {
  const name = clean(lastPart(given))
  const ending = /\.[A-Za-z0-9]{1,10}$/.exec(name)?.[0] ?? ''
  return `${safeName(name.slice(0, name.length - ending.length)) || 'documento'}${ending}`
}

/** An overlong path keeps its end, which has the ending of the file. */
const lastPart = (path: string): string => path.slice(-MAX_GIVEN).split(/[/\\]/).at(-1) ?? ''

function shortened(text: string): string {
  let bytes = 0
  let kept = ''
  for (const character of text) {
    bytes += bytesOf(character.codePointAt(0) ?? 0)
    if (bytes > MAX_BYTES) break
    kept += character
  }
  return kept
}

const bytesOf = (code: number): number => (code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4)

/** Text as a part of a file name: `permiso-de-circulacion-provisional`. */
export const fileNameSlug = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')

/** Makes names unique, ignoring case. */
export function createNamer(): (name: string, ending: string) => string {
  const taken = new Set<string>()
  const times = new Map<string, number>()
  const keyOf = (text: string) => text.normalize('NFC').toLowerCase()
  return (name, ending) => {
    const about = keyOf(`${name} ${ending}`)
    for (let n = (times.get(about) ?? 0) + 1; ; n++) {
      const full = `${name}${n === 1 ? '' : ` (${n})`}${ending}`
      if (taken.has(keyOf(full))) continue
      taken.add(keyOf(full))
      times.set(about, n)
      return full
    }
  }
}
