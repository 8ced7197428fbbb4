import { contextOf, findPlatesIn, type PlateInText } from '#extension/content/find-plates.ts'

/** A block of a page: a paragraph, a line or a cell. */
export interface Block {
  text: string
  header?: string
}

/** Plates of consecutive blocks of a page, in order, every occurrence. */
export function findPlates(blocks: readonly Block[]): (PlateInText & { block: number })[] {
  return blocks.flatMap(({ text, header = '' }, block) => {
    const context = contextOf(blocks[block - 1]?.text ?? '')
    const found = [...findPlatesIn({ text, context, header, keepsBreaks: true })].flat()
    return found.map((plate) => ({ ...plate, block }))
  })
}
