/** How papers are named when they are saved: a template of Ajustes, made safe for every system. Pure. */

export const PAPER_NAME_FIELDS = [
  'matricula',
  'bastidor',
  'documento',
  'fecha',
  'cliente',
  'factura',
  'expediente',
] as const
export type PaperNameField = (typeof PAPER_NAME_FIELDS)[number]
export type PaperNameValues = Readonly<Partial<Record<PaperNameField, string>>>

const FIELD = /\{([^{}]*)\}/g
/** Of the file system: 255 bytes, with room for the ending and for a number. */
const MOST_BYTES = 180
/** What Windows keeps for its devices, whatever the ending. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i

/** Names in braces that say nothing. */
export function unknownFields(template: string): string[] {
  const known: ReadonlySet<string> = new Set(PAPER_NAME_FIELDS)
  const names = [...template.matchAll(FIELD)].map(([, name = '']) => name.trim().toLowerCase())
  return [...new Set(names.filter((name) => !known.has(name)))]
}

/** A file name without its ending. What has no value leaves no gap. */
export function paperName(template: string, values: PaperNameValues): string {
  const known = values as Readonly<Record<string, string | undefined>>
  const parts = template.replace(FIELD, (_, name: string) => {
    const field = name.trim().toLowerCase()
    // A field of a value that is not there: marked, so that what joined it goes too.
    return (Object.hasOwn(known, field) ? known[field] : undefined)?.trim() || GAP
  })
  return safeName(closeGaps(parts)) || 'documento'
}

const GAP = '\u0000'

/** A gap goes with what is written between it and its neighbour. */
function closeGaps(text: string): string {
  const joint = '[ _.,;+-]*'
  return text
    .replace(new RegExp(`^(?:${joint}${GAP})+${joint}`), '')
    .replace(new RegExp(`(?:${joint}${GAP})+`, 'g'), '')
}

/** A name that every system takes, and that leads nowhere. */
export function safeName(text: string): string {
  const clean = text
    .normalize('NFC')
    .replace(/\p{Cs}/gu, '')
    // Control characters, and those that turn the text around so that an ending looks like another.
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[<>:"/\\|?*]/g, '-')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
  const short = shortened(clean).replace(/[. ]+$/, '')
  return DEVICE.test(short) ? `_${short}` : short
}

function shortened(text: string): string {
  let bytes = 0
  let kept = ''
  for (const character of text) {
    bytes += bytesOf(character.codePointAt(0) ?? 0)
    if (bytes > MOST_BYTES) break
    kept += character
  }
  return kept
}

const bytesOf = (code: number): number => (code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4)

/** The words of a name as part of one: `permiso-de-circulacion-provisional`. */
export const slug = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')

/** Gives out names that no other has, also where `A` and `a` are one. */
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
