import {
  PDFArray,
  PDFCatalog,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNull,
  type PDFObject,
  PDFPageLeaf,
  PDFPageTree,
  PDFStream,
  PDFString,
} from '@cantoo/pdf-lib'
import { nameKey, ownNames, usedNames } from './used-names.ts'

const key = (name: string) => PDFName.of(name)
const setOf = (names: string) => new Set(names.split(' ').map(key))

const RESOURCES = key('Resources')
/** What a page is drawn by. Whatever else it has leads elsewhere, or belongs to the program that made it. */
const OF_PAGE = setOf(
  'Type Parent Resources MediaBox CropBox BleedBox TrimBox ArtBox Rotate UserUnit Contents Group Annots',
)
/** What an annotation is drawn by. */
const OF_ANNOTATION = setOf(
  'Type Subtype Rect Contents F AP AS Border BS BE C IC CA L LE QuadPoints InkList Vertices RD Q DA MK FT Ff V A',
)
/** Those that hold files, play something, or hang from another one. */
const LEFT_OUT = setOf('FileAttachment Sound Movie Screen RichMedia 3D Popup')
/** Of a field, and not of the place where it is shown. */
const OF_FIELD = ['FT', 'Ff', 'V', 'DA', 'Q'].map(key)
/** Of a picture or a form: what other programs wrote beside it, as the place of a photo. */
const BESIDE = ['Metadata', 'PieceInfo', 'LastModified', 'OPI', 'Ref', 'AF', 'StructParent', 'StructParents']
  .map(key)
  .concat(['Measure', 'PtData', 'Alternates'].map(key))

/**
 * Leaves a page with what draws it and nothing else: copied to another file, no other page, attachment or private data
 * goes with it. Links to the web stay.
 */
export function isolatePage(page: PDFPageLeaf): void {
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

/** Leaves an annotation with its looks. @returns false for one that is nothing without what it leads to */
function isKept(annotation: PDFDict): boolean {
  const subtype = annotation.lookup(key('Subtype'))
  if (!(subtype instanceof PDFName) || LEFT_OUT.has(subtype)) return false
  // A field that is shown in several places has its value, and them all, in its parent.
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

/** Resources with those of the names alone; all of them where the names are not known. */
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
      // Default colour spaces are used without being named.
      if (names.has(known) || known.startsWith('Default')) some.set(name, one)
    }
    pruned.set(category, some)
  }
  return pruned
}

const isElsewhere = (value: PDFObject | undefined): boolean =>
  value instanceof PDFPageLeaf || value instanceof PDFPageTree || value instanceof PDFCatalog

/** Cleans whatever a page reaches, each thing once: the same pictures may serve several pages. */
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
