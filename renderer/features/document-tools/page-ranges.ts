import { type Recognition, recogniseDocument } from '#shared/domain/procedures/recognise-document.ts'

/** Run of pages, counted from 1. Both ends are included. */
interface PageRange {
  first: number
  last: number
}

/** Maximum number of documents that a file is cut into. */
export const MAX_PARTS = 50

type RangesProblem = 'wrong' | 'outside' | 'twice' | 'many'
export type ReadRanges =
  { ok: true; groups: PageRange[][] } | { ok: false; problem: RangesProblem; page: number }

/**
 * Reads the typed pages of each document. Commas separate documents, and `+` joins ranges of one document: «1-2, 3+6,
 * 4-5».
 * @param last number of pages of the file
 */
export function readRanges(typed: string, last: number): ReadRanges {
  const wrong = (problem: RangesProblem, page = 0): ReadRanges => ({ ok: false, problem, page })
  const parts = typed
    .split(/[,;\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  if (parts.length === 0) return wrong('wrong')
  if (parts.length > MAX_PARTS) return wrong('many')
  const seen = new Set<number>()
  const groups: PageRange[][] = []
  for (const part of parts) {
    const ranges: PageRange[] = []
    for (const piece of part.split('+')) {
      const read = /^\s*(\d{1,5})(?:\s*[-–a]\s*(\d{1,5}))?\s*$/.exec(piece)
      if (!read) return wrong('wrong')
      const first = Number(read[1])
      const end = Number(read[2] ?? read[1])
      if (first < 1 || end < first) return wrong('wrong')
      if (end > last) return wrong('outside', end)
      for (let page = first; page <= end; page += 1) {
        if (seen.has(page)) return wrong('twice', page)
        seen.add(page)
      }
      ranges.push({ first, last: end })
    }
    groups.push(ranges)
  }
  return { ok: true, groups }
}

/** Text of groups, as a user types them. */
export const rangesText = (groups: readonly (readonly PageRange[])[]): string =>
  groups.map((ranges) => groupText(ranges)).join(', ')

const groupText = (ranges: readonly PageRange[]): string =>
  ranges.map(({ first, last }) => (first === last ? String(first) : `${first}-${last}`)).join('+')

/** Groups of a file that is cut before the given pages. */
export function groupsAt(cuts: readonly number[], last: number): PageRange[][] {
  const starts = [...new Set([1, ...cuts])].filter((page) => page <= last).toSorted((a, b) => a - b)
  return starts.map((first, at) => [{ first, last: (starts[at + 1] ?? last + 1) - 1 }])
}

/**
 * Groups after a press on the cut before a page. The press adds a cut, or removes it and joins the two documents.
 * Pages that are left out stay out. But a cut before such a page makes one document of it and the left-out pages
 * after it.
 */
export function toggledAt(groups: readonly PageRange[][], page: number, last: number): PageRange[][] {
  const pages = groups.map(pagesOf)
  const at = pages.findIndex((one) => one.includes(page))
  const mine = pages[at]
  if (!mine) {
    const taken = new Set(pages.flat())
    let end = page
    while (end < last && !taken.has(end + 1)) end += 1
    const before = pages.findLastIndex(([first = 0]) => first < page) + 1
    return groups.toSpliced(before, 0, [{ first: page, last: end }])
  }
  const place = mine.indexOf(page)
  if (place > 0) return groups.toSpliced(at, 1, rangesOf(mine.slice(0, place)), rangesOf(mine.slice(place)))
  const other = pages.findIndex((one) => one.at(-1) === page - 1)
  const into = other < 0 ? at - 1 : other
  const joined = pages[into]
  if (!joined) return groups.map((ranges) => [...ranges])
  return groups.with(into, rangesOf([...joined, ...mine])).toSpliced(at, 1)
}

function rangesOf(pages: readonly number[]): PageRange[] {
  const ranges: PageRange[] = []
  for (const page of pages) {
    const open = ranges.at(-1)
    if (open && open.last === page - 1) open.last = page
    else ranges.push({ first: page, last: page })
  }
  return ranges
}

/** Pages before which a new document begins; empty for a file that is not cut. */
export const cutsOf = (groups: readonly (readonly PageRange[])[]): number[] =>
  groups.flatMap((ranges) => (ranges[0] ? [ranges[0].first] : [])).filter((page) => page > 1)

export const pagesOf = (ranges: readonly PageRange[]): number[] =>
  ranges.flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, at) => first + at))

export interface CutPart extends Recognition {
  pages: number[]
  /** Ranges as text: «3-4». */
  text: string
}

/** Documents that the typed ranges cut a file into, each with its recognised type. */
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
    // The file's name describes the whole file, not this part.
    return { pages, text: groupText(ranges), ...recogniseDocument({ name: '', text }) }
  })
  const taken = parts.reduce((sum, { pages }) => sum + pages.length, 0)
  return { read, parts, cuts: new Set(cutsOf(read.groups)), leftOut: last - taken }
}

/** Copy of the list with one item moved up (-1) or down (1). */
export function withMoved<T>(list: readonly T[], at: number, by: 1 | -1): readonly T[] {
  const one = list[at]
  const other = list[at + by]
  if (one === undefined || other === undefined) return list
  return list.with(at, other).with(at + by, one)
}
