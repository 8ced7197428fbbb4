import { showsText } from './page-elements.ts'
import { blockOf, parentOf, type Piece } from './walk-page.ts'

/** A gap between two parts of a plate, in lines of their text: more is another column. */
const WIDEST_GAP = 0.8
/** Pieces whose style is asked for without a look at the clock. */
const STYLES_PER_PAUSE = 32

/**
 * Splits the text of a block where its style does: an inline element that the page makes a cell, a flex item or a block,
 * which tags alone do not tell. Text that is not rendered is left out.
 * The generator yields now and then, so that the page can go on.
 * @param isNear true for the pieces that matter: to ask the browser for a style takes far longer than to read a text
 */
export function* visibleRuns(
  pieces: readonly Piece[],
  isNear: (index: number) => boolean,
): Generator<void, Piece[][]> {
  let asked = 0
  const runs: Piece[][] = []
  let run: Piece[] = []
  let last: { piece: Piece; chain: Element[] } | null = null
  for (const [index, piece] of pieces.entries()) {
    if (!isNear(index)) {
      last = null
      run.push(piece)
      continue
    }
    if (++asked % STYLES_PER_PAUSE === 0) yield
    const parent = parentOf(piece.node)
    if (!parent || !showsText(parent)) continue
    const chain = chainOf(piece.node)
    if (last && !isOneLine(last, { piece, chain })) {
      runs.push(run)
      run = []
    }
    run.push(piece)
    last = { piece, chain }
  }
  if (run.length > 0) runs.push(run)
  return runs
}

/** Tells the pieces in some ranges of their text, which come in order. */
export function piecesIn(
  pieces: readonly Piece[],
  ranges: Iterable<{ start: number; end: number }>,
): (index: number) => boolean {
  const near = new Set<number>()
  let index = 0
  let at = 0
  for (const { start, end } of ranges) {
    // The range before may have shared its last pieces.
    while (index > 0 && at > start) at -= pieces[--index]?.text.length ?? 0
    for (let piece = pieces[index]; piece && at < end; piece = pieces[index]) {
      if (at + piece.text.length > start) near.add(index)
      at += piece.text.length
      index++
    }
  }
  return (one) => near.has(one)
}

/** Inline elements around a text, up to its block. */
function chainOf(node: Node): Element[] {
  const block = blockOf(node)
  const chain: Element[] = []
  for (let element = parentOf(node); element && element !== block; element = parentOf(element))
    chain.push(element)
  return chain
}

interface Placed {
  piece: Piece
  chain: Element[]
}

/** True if only inline elements begin or end between two texts. */
function isOneLine(before: Placed, after: Placed): boolean {
  let together = true
  for (const element of crossed(before.chain, after.chain)) {
    const { display } = getComputedStyle(element)
    if (display === 'inline' || display === 'contents' || display.startsWith('ruby')) continue
    if (!display.startsWith('inline')) return false
    together = false
  }
  return together || areBeside(before.piece.node, after.piece.node)
}

function crossed(before: readonly Element[], after: readonly Element[]): Element[] {
  return [
    ...before.filter((element) => !after.includes(element)),
    ...after.filter((element) => !before.includes(element)),
  ]
}

/** Boxes in a line: parts of one plate are as near as words are. */
function areBeside(before: Text, after: Text): boolean {
  const left = boxOf(before, 'last')
  const right = boxOf(after, 'first')
  if (!left || !right) return true
  const line = Math.max(left.height, right.height)
  const gap = Math.max(right.left - left.right, left.left - right.right)
  const isSameLine = Math.min(left.bottom, right.bottom) - Math.max(left.top, right.top) > line / 3
  return isSameLine && gap <= line * WIDEST_GAP
}

function boxOf(node: Text, which: 'first' | 'last'): DOMRect | null {
  const range = node.ownerDocument.createRange()
  range.selectNodeContents(node)
  const rects = range.getClientRects()
  return (which === 'first' ? rects[0] : rects[rects.length - 1]) ?? null
}
