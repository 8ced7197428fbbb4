import { PDFDocument } from '@cantoo/pdf-lib'
import { isolatePage } from './lone-page.ts'

/**
 * A PDF cut into documents. None has anything of a page that is not in it, which the library would copy along with
 * whatever refers to it.
 * @param groups pages of each document, from 1
 */
export async function cutPages(bytes: ArrayBuffer, groups: readonly number[][]): Promise<Uint8Array[]> {
  const whole = await PDFDocument.load(bytes, { updateMetadata: false })
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
