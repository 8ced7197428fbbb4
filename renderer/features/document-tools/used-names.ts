import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFStream,
} from '@cantoo/pdf-lib'

const latin1 = new TextDecoder('latin1')

/** Key of a name, however it is escaped. */
export const nameKey = (name: PDFName): string => latin1.decode(name.asBytes())

/**
 * Names in the content of a page, a form or a glyph: what it draws with is among them. More than those that are used,
 * and never fewer.
 * @throws if it cannot be decoded
 */
function namesIn(content: PDFObject | undefined): string[] {
  if (content instanceof PDFArray)
    return Array.from({ length: content.size() }, (_, at) => namesIn(content.lookup(at))).flat()
  if (!(content instanceof PDFStream)) return []
  if (!(content instanceof PDFRawStream)) throw new Error('not as it was read')
  const text = latin1.decode(decodePDFRawStream(content).decode())
  return [...text.matchAll(/\/([^\s()<>[\]{}/%\0]*)/g)].map(([, name = '']) =>
    name.replace(/#([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
  )
}

/** Contents of the glyphs of a font that is drawn by its document. */
const glyphsOf = (font: PDFDict): PDFObject[] => {
  const glyphs = font.lookup(PDFName.of('CharProcs'))
  return glyphs instanceof PDFDict ? glyphs.keys().flatMap((key) => glyphs.lookup(key) ?? []) : []
}

const RESOURCES = PDFName.of('Resources')

/**
 * Names that contents draw with, those included of the forms and the fonts that have no resources of their own and use
 * the same.
 * @returns `null` if some content cannot be read
 */
export function usedNames(
  contents: readonly (PDFObject | undefined)[],
  resources: PDFDict,
): ReadonlySet<string> | null {
  const used = new Set<string>()
  const seen = new Set<PDFObject>()
  const waiting = [...contents]
  const borrowed = (category: string, contentsOf: (one: PDFObject) => readonly PDFObject[]) => {
    const named = resources.lookup(PDFName.of(category))
    if (!(named instanceof PDFDict)) return
    for (const key of named.keys()) {
      const one = named.lookup(key)
      if (!one || seen.has(one) || !used.has(nameKey(key))) continue
      seen.add(one)
      waiting.push(...contentsOf(one))
    }
  }
  try {
    while (waiting.length > 0) {
      for (const content of waiting.splice(0)) for (const name of namesIn(content)) used.add(name)
      borrowed('XObject', (one) => (one instanceof PDFStream && !one.dict.has(RESOURCES) ? formOf(one) : []))
      borrowed('Font', (one) => (one instanceof PDFDict && !one.has(RESOURCES) ? glyphsOf(one) : []))
    }
    return used
  } catch {
    return null
  }
}

const formOf = (stream: PDFStream): PDFObject[] =>
  stream.dict.lookup(PDFName.of('Subtype')) === PDFName.of('Form') ? [stream] : []

/** Names that a stream or a font with resources of its own draws with. */
export const ownNames = (owner: PDFStream | PDFDict, resources: PDFDict): ReadonlySet<string> | null =>
  usedNames(owner instanceof PDFStream ? [owner] : glyphsOf(owner), resources)
