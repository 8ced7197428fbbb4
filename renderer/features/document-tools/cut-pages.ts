import { EncryptedPDFError, PDFDocument } from '@cantoo/pdf-lib'
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
    return await PDFDocument.load(bytes, { updateMetadata: false, password: '' })
  } catch (error) {
    throw error instanceof Error && PASSWORD_ERRORS.has(error.message) ? new EncryptedPDFError() : error
  }
}
