import {
  isBlock,
  isBreak,
  isEmbedded,
  isSkipped,
  isTextField,
  isWhole,
  NOT_PLAIN,
  showsText,
} from './page-elements.ts'

/** A text node of a page, with its text at the time of reading. */
export interface Piece {
  node: Text
  text: string
}

/**
 * Step of a walk. `run`: text of one block, perhaps split over inline elements. `plain`: text of a block without
 * candidates. `field`: a field with a value. `embedded`: a part that shows another document. `pause`: some nodes
 * without a result.
 */
export type WalkStep =
  | { kind: 'run'; pieces: Piece[] }
  | { kind: 'plain'; text: string }
  | { kind: 'field'; element: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement }
  | { kind: 'embedded'; element: HTMLElement }
  | { kind: 'shadow'; root: ShadowRoot }
  | { kind: 'pause' }

/** `NodeFilter` mask of elements and text nodes. */
const SHOWN = 1 | 4
export const NODES_PER_PAUSE = 128
/** Number of following siblings that are remembered, in case the page removes the current node. */
const SIBLINGS = 64
/** Number of times that a part is read again from its start, because the page replaced all of it. */
const MAX_RESTARTS = 50
/**
 * A run longer than this, in characters, is cut at the end of a word that is no part of a plate. Above `LONGEST_RUN`
 * it is cut anywhere.
 */
export const LONG_RUN = 2_048
const LONGEST_RUN = 262_144
const WORD_END = /\p{Ll}{3}[\s.,;:)]*$/u

/** A part of the page that the walk visits from its first node to its last. */
interface Frame {
  walker: TreeWalker
  /** True if the walk skips the children of the current node. */
  skip: boolean
  /** Nodes of the slot that follow this part. */
  rest: Node[]
  /** True if the root itself has not been visited yet. */
  fresh: boolean
  trail: { node: Node; siblings: Node[] }[]
  restarts: number
  /** Node from which the walk continues after the page removed the current node. */
  jump: { to: Node; visits: boolean; skip: boolean } | null
  /** If set, the walk visits only these elements, without their children. */
  only: Iterator<Element> | null
}

export interface WalkOptions {
  /** True for an element of the extension, which is not part of the page. */
  isOurs: (element: Element) => boolean
  /** True for a text whose nodes must be visited. */
  isLikely: (text: string) => boolean
}

export interface PageWalk {
  steps: Generator<WalkStep>
  /** Remembers the position of the walk before the page runs. */
  leave: () => void
  /** Finds the position again if the page removed the current node. */
  comeBack: () => void
}

/**
 * Walks through a page in display order, including open shadow roots and slots. The page may change between two
 * steps. The walk then continues after the nodes that still exist.
 */
export function walkPage(root: Document, options: WalkOptions): PageWalk {
  const frames: Frame[] = [frameOf(root.documentElement)]
  return {
    steps: walk(frames, options),
    leave: () => frames.forEach(remember),
    comeBack: () => frames.forEach(recover),
  }
}

function* walk(frames: Frame[], { isOurs, isLikely }: WalkOptions): Generator<WalkStep> {
  const run = createRun()
  let nodes = 0
  for (let frame = frames.at(-1); frame; frame = frames.at(-1)) {
    const node = nextNode(frame)
    if (!node) {
      // The text of a slot or shadow root ends here, because its blocks are not in the page's own tree.
      yield* run.take()
      frames.pop()
      const [next, ...rest] = frame.rest
      if (next) frames.push(frameOf(next, rest))
      continue
    }
    if (++nodes % NODES_PER_PAUSE === 0) yield { kind: 'pause' }
    if (node.nodeType === 3) {
      const { data } = node as Text
      if (run.isEndedBy(node)) yield* run.take()
      run.add(node as Text, data)
      if (run.isLong()) yield* run.take()
      continue
    }
    const element = node as HTMLElement
    const name = element.localName
    if (isSkipped(name) || isOurs(element)) {
      frame.skip = true
      continue
    }
    const block = isBlock(name)
    if (block) yield* run.take()
    else if (isBreak(name)) {
      yield* run.take()
      frame.skip = name !== 'svg'
      if (isTextField(element)) yield { kind: 'field', element }
      else if (isEmbedded(name)) yield { kind: 'embedded', element }
    }
    const { shadowRoot } = element
    if (shadowRoot) {
      frame.skip = true
      frames.push(frameOf(shadowRoot))
      yield { kind: 'shadow', root: shadowRoot }
    } else if (name === 'slot') {
      yield* run.take()
      enterSlot(element as HTMLSlotElement, frame, frames)
    } else if (block && !frame.only && isLastBlock(element, name)) {
      // The browser can join the text of an element far faster than the walk can visit its nodes.
      const text = element.textContent
      if (isLikely(text)) continue
      frame.skip = true
      const inside = element.firstElementChild ? element.querySelectorAll(NOT_PLAIN) : []
      if (inside.length > 0) frames.push({ ...frameOf(element), only: inside.values() })
      if (text !== '') yield { kind: 'plain', text }
    }
  }
  yield* run.take()
}

/**
 * True if the block probably contains no other block, because its first element is not a block. Blocks that may hold
 * a whole page are excluded.
 */
function isLastBlock(element: Element, name: string): boolean {
  if (isWhole(name)) return false
  const first = element.firstElementChild
  return first === null || !(isBlock(first.localName) || isSkipped(first.localName))
}

/** Visits the nodes assigned to a slot. A slot without assigned nodes shows its own content. */
function enterSlot(slot: HTMLSlotElement, frame: Frame, frames: Frame[]): void {
  const [first, ...rest] = slot.assignedNodes()
  if (!first) return
  frame.skip = true
  frames.push(frameOf(first, rest))
}

function frameOf(root: Node, rest: Node[] = []): Frame {
  const walker = (root.ownerDocument ?? document).createTreeWalker(root, SHOWN)
  return {
    walker,
    skip: false,
    rest,
    fresh: root.nodeType !== 11,
    trail: [],
    restarts: 0,
    jump: null,
    only: null,
  }
}

function nextNode(frame: Frame): Node | null {
  const { walker, only } = frame
  if (only) {
    const next = only.next()
    return next.done ? null : next.value
  }
  if (frame.fresh) {
    frame.fresh = false
    return walker.root
  }
  if (frame.jump) {
    const { to, visits, skip } = frame.jump
    frame.jump = null
    walker.currentNode = to
    frame.skip = skip
    if (visits) return to
  }
  if (!frame.skip) return walker.nextNode()
  frame.skip = false
  for (;;) {
    if (walker.currentNode === walker.root) return null
    const sibling = walker.nextSibling()
    if (sibling) return sibling
    if (!walker.parentNode()) return null
  }
}

function remember(frame: Frame): void {
  // The walk has not continued since the last recovery, so the remembered position is still valid.
  if (frame.jump) return
  frame.trail = []
  const { root } = frame.walker
  for (let node: Node | null = frame.walker.currentNode; node && node !== root; node = node.parentNode) {
    const siblings: Node[] = []
    for (let next = node.nextSibling; next && siblings.length < SIBLINGS; next = next.nextSibling)
      siblings.push(next)
    frame.trail.push({ node, siblings })
  }
}

function recover(frame: Frame): void {
  const { walker, trail } = frame
  if (frame.only || walker.root.contains(walker.currentNode)) return
  for (const [depth, { siblings }] of trail.entries()) {
    const parent = trail[depth + 1]?.node ?? walker.root
    if (!walker.root.contains(parent)) continue
    const next = siblings.find(({ parentNode }) => parentNode === parent)
    // The page replaced all remembered siblings. The parent is read from its start, so that new content is not
    // missed.
    frame.jump = next
      ? { to: next, visits: true, skip: false }
      : { to: parent, visits: false, skip: frame.restarts++ >= MAX_RESTARTS }
    return
  }
  frame.jump = { to: walker.root, visits: false, skip: true }
}

/** Collects the text of one block. */
function createRun() {
  let pieces: Piece[] = []
  let length = 0
  let block: Node | null = null
  let parent: Node | null = null
  return {
    isEndedBy: (node: Node): boolean => {
      if (node.parentNode === parent) return false
      parent = node.parentNode
      const before = block
      block = blockOf(node)
      return block !== before
    },
    add: (node: Text, text: string): void => {
      if (text === '') return
      pieces.push({ node, text })
      length += text.length
    },
    isLong: () =>
      length > LONG_RUN && (length > LONGEST_RUN || WORD_END.test(pieces.at(-1)?.text.slice(-16) ?? '')),
    *take(): Generator<WalkStep> {
      if (pieces.length === 0) return
      const taken = pieces
      pieces = []
      length = 0
      yield { kind: 'run', pieces: taken }
    },
  }
}

/** Parent as the page shows it. The parent of a shadow root is its host. */
export function parentOf(node: Node): Element | null {
  const { parentNode } = node
  if (parentNode?.nodeType === 11) return (parentNode as ShadowRoot).host ?? null
  return parentNode?.nodeType === 1 ? (parentNode as Element) : null
}

function blockOf(node: Node): Element | null {
  let element = parentOf(node)
  while (element && !isBlock(element.localName)) element = parentOf(element)
  return element
}

/** Widest gap between two parts of a plate, in line heights. A wider gap separates columns. */
const WIDEST_GAP = 0.8
/** Number of pieces whose style is read between two checks of the clock. */
const STYLES_PER_PAUSE = 32

/**
 * Splits the text of a block where its style does. An inline element may be styled as a cell, a flex item or a block.
 * Drops text that is not rendered. Yields regularly, so that the page stays responsive.
 * @param isNear true for the pieces that matter: reading a style takes far longer than reading a text
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

/** Returns a function that tells whether a piece overlaps one of the ranges. Ranges must be in order. */
export function piecesIn(
  pieces: readonly Piece[],
  ranges: Iterable<{ start: number; end: number }>,
): (index: number) => boolean {
  const near = new Set<number>()
  let index = 0
  let at = 0
  for (const { start, end } of ranges) {
    // The previous range may have shared its last pieces with this one.
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

/** True if two boxes are in one line, as close as the parts of a plate. */
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
