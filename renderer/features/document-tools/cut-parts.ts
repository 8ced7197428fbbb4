import { type Recognition, recogniseDocument } from '#shared/domain/procedures/recognise-document.ts'
import { cutsOf, groupText, type PageRange, pagesOf, type ReadRanges, readRanges } from './page-ranges.ts'

export interface CutPart extends Recognition {
  pages: number[]
  /** As it is typed: «3-4». */
  text: string
}

/** Documents that a file is cut into, as typed, with what each seems to be. */
export function cutParts(
  typed: string,
  last: number,
  texts: readonly string[],
): { read: ReadRanges; parts: CutPart[]; cuts: ReadonlySet<number>; leftOut: number } {
  const read = readRanges(typed, last)
  if (!read.ok) return { read, parts: [], cuts: new Set(), leftOut: 0 }
  const parts = read.groups.map((ranges: PageRange[]) => {
    const pages = pagesOf(ranges)
    const text = pages.map((page) => texts[page - 1] ?? '').join('\n')
    // The name is that of the whole.
    return { pages, text: groupText(ranges), ...recogniseDocument({ name: '', text }) }
  })
  const taken = parts.reduce((sum, { pages }) => sum + pages.length, 0)
  return { read, parts, cuts: new Set(cutsOf(read.groups)), leftOut: last - taken }
}
