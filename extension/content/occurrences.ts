import { editedBy, valueOf } from './page-elements.ts'

/** Part of a plate in one text node. */
interface Part {
  node: Text
  start: number
  text: string
}

/**
 * A plate where the page shows it. Nodes and positions, not a live `Range`: the browser updates each of those at every
 * change of the page, for as long as it is kept.
 */
export interface Occurrence {
  vrm: string
  padded: boolean
  /** Empty in a field. */
  parts: readonly Part[]
  /** A field, or an element that is edited: the mark goes beside it. */
  field: Element | null
  /** Text of a field's plate. */
  written: string
}

/**
 * True while the page still shows it.
 * @param values what fields show, read once for all their plates: a value may be of millions of characters
 */
export function isThere({ parts, field, written }: Occurrence, values: Map<Element, string>): boolean {
  if (field && !field.isConnected) return false
  if (parts.length === 0) {
    if (field === null) return false
    const value = values.get(field) ?? valueOf(field)
    values.set(field, value)
    return value.includes(written)
  }
  return parts.every(
    ({ node, start, text }) => node.isConnected && node.data.substr(start, text.length) === text,
  )
}

/** A plate of a text, by its position there. */
interface Found {
  vrm: string
  padded: boolean
  start: number
  end: number
}

/**
 * Makes occurrences in text nodes that follow each other: `start` and `end` count from the first node. Plates come in
 * order, so the search goes on from the node of the last one: a block may have a hundred thousand nodes.
 */
export function occurrencesIn(pieces: readonly { node: Text; text: string }[]): (found: Found) => Occurrence {
  let first = 0
  /** Position of that node. */
  let base = 0
  return ({ vrm, padded, start: from, end: to }) => {
    for (let piece = pieces[first]; piece && base + piece.text.length <= from; piece = pieces[first]) {
      base += piece.text.length
      first++
    }
    const parts: Part[] = []
    for (let index = first, at = base; at < to; index++) {
      const piece = pieces[index]
      if (!piece) break
      const start = Math.max(0, from - at)
      const end = Math.min(piece.text.length, to - at)
      if (start < end) parts.push({ node: piece.node, start, text: piece.text.slice(start, end) })
      at += piece.text.length
    }
    const parent = parts[0]?.node.parentElement
    return { vrm, padded, parts, field: parent ? editedBy(parent) : null, written: '' }
  }
}
