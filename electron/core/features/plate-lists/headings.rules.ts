import { createHash } from 'node:crypto'
import { foldText } from '#shared/domain/fold-text.ts'

/** Hash of the row of names of a sheet, which may say anything: capitals, accents and the blanks after it do not count. */
export function headingsHash(headings: readonly string[]): string {
  const names = headings.map((name) => foldText(name).replaceAll(/\s+/g, ' ').trim())
  const end = names.findLastIndex((name) => name !== '')
  return createHash('sha256')
    .update(JSON.stringify(names.slice(0, end + 1)))
    .digest('hex')
}
