import {
  EncryptedPDFError,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFPageLeaf,
  PDFPageTree,
  PDFRef,
  PDFCatalog,
  PDFHexString,
  PDFNull,
  type PDFObject,
  PDFStream,
  PDFString,
  decodePDFRawStream,
  PDFRawStream,
} from '@cantoo/pdf-lib'

/**
 * Cuts a PDF into documents. The library copies everything that a page refers to, so each page is isolated first. A
 * document then contains nothing of the other pages.
 * @param groups pages of each document, from 1
 * @throws {EncryptedPDFError} if reading the PDF needs a password
 */
export async function cutPages(bytes: ArrayBuffer, groups: readonly number[][]): Promise<Uint8Array[]> {
  const whole = await openWhole(bytes)
  for (const number of new Set(groups.flat())) isolatePage(whole.getPage(number - 1).node)
  const parts: Uint8Array[] = []
  for (const pages of groups) {
    const part = await PDFDocument.create({ updateMetadata: false })
    const copied = await part.copyPages(
      whole,
      pages.map((number) => number - 1),
    )
    for (const page of copied) part.addPage(page)
    parts.push(await part.save())
  }
  return parts
}

/** Messages for a PDF that the empty password does not open. The library's errors have no type. */
const PASSWORD_ERRORS = new Set(['NEEDS PASSWORD', 'Password incorrect'])

/**
 * Opens a PDF with the empty password. PDF readers do the same: a PDF with only an owner password opens without one.
 */
async function openWhole(bytes: ArrayBuffer): Promise<PDFDocument> {
  try {
    const pdf = await PDFDocument.load(bytes, { updateMetadata: false, password: '' })
    typePages(pdf)
    return pdf
  } catch (error) {
    throw error instanceof Error && PASSWORD_ERRORS.has(error.message) ? new EncryptedPDFError() : error
  }
}

const KIDS = PDFName.of('Kids')

/**
 * Gives the nodes of the page tree their types, which some programs leave out. The library skips a page without a
 * type, so the following pages would get other numbers than on the screen.
 */
function typePages({ catalog, context }: PDFDocument): void {
  const waiting = [catalog.get(PDFName.of('Pages'))]
  const seen = new Set<PDFRef>()
  for (let ref = waiting.pop(); ref; ref = waiting.pop()) {
    if (!(ref instanceof PDFRef) || seen.has(ref)) continue
    seen.add(ref)
    const node = context.lookup(ref)
    if (!(node instanceof PDFDict)) continue
    const kids = node.lookup(KIDS)
    if (kids instanceof PDFArray) waiting.push(...kids.asArray())
    if (node instanceof PDFPageLeaf || node instanceof PDFPageTree) continue
    const type = kids instanceof PDFArray ? PDFPageTree : PDFPageLeaf
    const typed = type.fromMapWithContext(new Map(node.entries()), context)
    typed.set(PDFName.of('Type'), PDFName.of(type === PDFPageTree ? 'Pages' : 'Page'))
    context.assign(ref, typed)
  }
}

const key = (name: string) => PDFName.of(name)
const setOf = (names: string) => new Set(names.split(' ').map(key))

const RESOURCES = key('Resources')
/** Keys that draw a page. Other keys lead elsewhere, or belong to the program that made the page. */
const OF_PAGE = setOf(
  'Type Parent Resources MediaBox CropBox BleedBox TrimBox ArtBox Rotate UserUnit Contents Group Annots',
)
/** Keys that draw an annotation. */
const OF_ANNOTATION = setOf(
  'Type Subtype Rect Contents F AP AS Border BS BE C IC CA L LE QuadPoints InkList Vertices RD Q DA MK FT Ff V A',
)
/** Annotations that hold files, play something, or belong to another annotation. */
const LEFT_OUT = setOf('FileAttachment Sound Movie Screen RichMedia 3D Popup')
/** Keys of a form field itself, not of its widget. */
const OF_FIELD = ['FT', 'Ff', 'V', 'DA', 'Q'].map(key)
/** Keys that other programs add to a picture or a form, such as the place of a photo. */
const BESIDE = ['Metadata', 'PieceInfo', 'LastModified', 'OPI', 'Ref', 'AF', 'StructParent', 'StructParents']
  .map(key)
  .concat(['Measure', 'PtData', 'Alternates'].map(key))

/**
 * Reduces a page to what draws it. Its copy in another file then takes no other page, attachment or private data
 * along. Links to the web stay.
 */
function isolatePage(page: PDFPageLeaf): void {
  const inherited = page.getInheritableAttribute(RESOURCES)
  const resources = inherited && page.context.lookup(inherited)
  keepOnly(page, OF_PAGE)
  if (resources instanceof PDFDict)
    page.set(RESOURCES, prunedResources(resources, usedNames([page.Contents()], resources)))
  const annotations = page.lookup(key('Annots'))
  page.delete(key('Annots'))
  if (annotations instanceof PDFArray) {
    const kept = page.context.obj([])
    for (let at = 0; at < annotations.size(); at += 1) {
      const annotation = annotations.lookup(at)
      if (annotation instanceof PDFDict && isKept(annotation)) kept.push(annotations.get(at))
    }
    if (kept.size() > 0) page.set(key('Annots'), kept)
  }
  const seen = new Set<PDFObject>([page])
  for (const [name, value] of page.entries()) if (name !== key('Parent')) clean(value, page, seen)
}

function keepOnly(dict: PDFDict, names: ReadonlySet<PDFName>): void {
  for (const name of dict.keys()) if (!names.has(name)) dict.delete(name)
}

/**
 * Reduces an annotation to its appearance and its web address.
 * @returns false to remove the annotation, because it only leads elsewhere or holds a file
 */
function isKept(annotation: PDFDict): boolean {
  const subtype = annotation.lookup(key('Subtype'))
  if (!(subtype instanceof PDFName) || LEFT_OUT.has(subtype)) return false
  // A field that is shown in several places has its value in its parent, which also refers to all these places. Copy
  // the value.
  let parent = annotation.lookup(key('Parent'))
  for (let depth = 0; depth < 10 && parent instanceof PDFDict; depth += 1) {
    for (const name of OF_FIELD) {
      const value = parent.get(name)
      if (value && !annotation.has(name)) annotation.set(name, value)
    }
    parent = parent.lookup(key('Parent'))
  }
  keepOnly(annotation, OF_ANNOTATION)
  const value = annotation.lookup(key('V'))
  const isPlain = value instanceof PDFString || value instanceof PDFHexString || value instanceof PDFName
  if (!isPlain) annotation.delete(key('V'))
  const looks = annotation.lookup(key('AP'))
  const normal = looks instanceof PDFDict ? looks.get(key('N')) : undefined
  if (normal) annotation.set(key('AP'), annotation.context.obj({ N: normal }))
  else annotation.delete(key('AP'))
  const action = annotation.lookup(key('A'))
  const address = action instanceof PDFDict ? action.get(key('URI')) : undefined
  if (address) annotation.set(key('A'), annotation.context.obj({ S: 'URI', URI: address }))
  else annotation.delete(key('A'))
  return address !== undefined || subtype !== key('Link')
}

/** Resources reduced to the given names. All resources if the names are unknown (`null`). */
function prunedResources(resources: PDFDict, names: ReadonlySet<string> | null): PDFDict {
  if (names === null) return resources
  const { context } = resources
  const pruned = context.obj({})
  for (const [category, value] of resources.entries()) {
    const named = context.lookup(value)
    if (!(named instanceof PDFDict)) {
      pruned.set(category, value)
      continue
    }
    const some = context.obj({})
    for (const [name, one] of named.entries()) {
      const known = nameKey(name)
      // Content uses default colour spaces without naming them.
      if (names.has(known) || known.startsWith('Default')) some.set(name, one)
    }
    pruned.set(category, some)
  }
  return pruned
}

const isElsewhere = (value: PDFObject | undefined): boolean =>
  value instanceof PDFPageLeaf || value instanceof PDFPageTree || value instanceof PDFCatalog

/** Cleans every object that a page reaches, each object once: several pages may use the same picture. */
function clean(start: PDFObject, { context }: PDFPageLeaf, seen: Set<PDFObject>): void {
  const waiting: PDFObject[] = [start]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const value = context.lookup(next)
    if (!value || seen.has(value)) continue
    seen.add(value)
    if (value instanceof PDFArray) {
      for (let at = 0; at < value.size(); at += 1) {
        if (isElsewhere(value.lookup(at))) value.set(at, PDFNull)
        waiting.push(value.get(at))
      }
      continue
    }
    const dict = value instanceof PDFStream ? value.dict : value
    if (!(dict instanceof PDFDict)) continue
    if (value instanceof PDFStream) for (const name of BESIDE) dict.delete(name)
    const resources = dict.lookup(RESOURCES)
    if (resources instanceof PDFDict && (value instanceof PDFStream || value instanceof PDFDict))
      dict.set(RESOURCES, prunedResources(resources, ownNames(value, resources)))
    for (const [name, one] of dict.entries()) {
      if (isElsewhere(context.lookup(one))) dict.delete(name)
      else waiting.push(one)
    }
  }
}

const latin1 = new TextDecoder('latin1')

/** Text of a name, without its escapes. */
const nameKey = (name: PDFName): string => latin1.decode(name.asBytes())

/**
 * All names in the content of a page, a form or a glyph. Some may be unused, but no used name is missing.
 * @throws if the content cannot be decoded
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

/** Content of the glyphs of a font that the document itself draws (Type 3). */
const glyphsOf = (font: PDFDict): PDFObject[] => {
  const glyphs = font.lookup(PDFName.of('CharProcs'))
  return glyphs instanceof PDFDict ? glyphs.keys().flatMap((name) => glyphs.lookup(name) ?? []) : []
}

/**
 * Names that contents draw with. Includes the names in forms and fonts without resources of their own, which use the
 * same resources.
 * @returns `null` if some content cannot be read
 */
function usedNames(
  contents: readonly (PDFObject | undefined)[],
  resources: PDFDict,
): ReadonlySet<string> | null {
  const used = new Set<string>()
  const seen = new Set<PDFObject>()
  const waiting = [...contents]
  const borrowed = (category: string, contentsOf: (one: PDFObject) => readonly PDFObject[]) => {
    const named = resources.lookup(PDFName.of(category))
    if (!(named instanceof PDFDict)) return
    for (const name of named.keys()) {
      const one = named.lookup(name)
      if (!one || seen.has(one) || !used.has(nameKey(name))) continue
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

/** Names that a stream or a font draws with, from its own resources. */
const ownNames = (owner: PDFStream | PDFDict, resources: PDFDict): ReadonlySet<string> | null =>
  usedNames(owner instanceof PDFStream ? [owner] : glyphsOf(owner), resources)
