import {
  EncryptedPDFError,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFPageLeaf,
  PDFPageTree,
  PDFRef,
} from '@cantoo/pdf-lib'
import { isolatePage } from './lone-page.ts'

/**
 * A PDF cut into documents. None has anything of a page that is not in it, which the library would copy along with
 * whatever refers to it.
 * @param groups pages of each document, from 1
 * @throws {EncryptedPDFError} if reading it needs a password
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

/** Messages of the library, whose errors have no type, for a PDF that the empty password does not open. */
const PASSWORD_ERRORS = new Set(['NEEDS PASSWORD', 'Password incorrect'])

/** Reads a PDF as any reader does: one with an owner password alone has an empty password for reading. */
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
 * Gives the nodes of the page tree their types. Some programs leave them out: the library passes over such a page, so
 * that the numbers of the pages after it would be others than those on the screen.
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
