/** Keys of an exported file of the registry, with their values. */
export interface RegistryTree {
  keys: readonly {
    key: string
    /** A value of a kind that no policy has is `null`. */
    values: readonly (readonly [string, string | number | null])[]
  }[]
  /** Some of it is not as `reg.exe` writes it. */
  isBroken: boolean
}

const HEADING = /^\[(-?)(.+)\]$/s
const VALUE = /^(?:@|"((?:[^"\\]|\\.)*)")=(.*)$/s
const TEXT = /^"((?:[^"\\]|\\.)*)"$/s
const NUMBER = /^dword:([0-9a-f]{8})$/i
/** A value of bytes goes on in the next line. */
const GOES_ON = /\\\r?\n\s*/g

/** Reads what `reg.exe export` writes. Never throws. */
export function readRegistryExport(text: string): RegistryTree {
  const keys: { key: string; values: [string, string | number | null][] }[] = []
  let isBroken = false
  const [head = '', ...lines] = text
    .replace(/^\uFEFF/, '')
    .replace(GOES_ON, '')
    .split(/\r?\n/)
  if (!head.startsWith('Windows Registry Editor Version 5')) return { keys, isBroken: true }
  for (const line of lines.map((one) => one.trim()).filter(Boolean)) {
    const [, removed, key] = HEADING.exec(line) ?? []
    if (key !== undefined) {
      if (removed) isBroken = true
      else keys.push({ key, values: [] })
      continue
    }
    const [whole, name, written = ''] = VALUE.exec(line) ?? []
    const values = keys.at(-1)?.values
    if (whole === undefined || !values) isBroken = true
    // The default value of a key says nothing.
    else if (name !== undefined) values.push([unescaped(name), valueOf(written)])
  }
  return { keys, isBroken }
}

function valueOf(written: string): string | number | null {
  const [, text] = TEXT.exec(written) ?? []
  if (text !== undefined) return unescaped(text)
  const [, digits] = NUMBER.exec(written) ?? []
  return digits === undefined ? null : Number.parseInt(digits, 16)
}

const unescaped = (text: string): string => text.replaceAll(/\\(.)/gs, '$1')
