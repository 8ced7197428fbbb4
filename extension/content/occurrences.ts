import { editedBy, valueOf } from './page-elements.ts'

/** Part of a plate in one text node. */
export interface Part {
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

/** True while the page still shows it. */
export function isThere({ parts, field, written }: Occurrence): boolean {
  if (field && !field.isConnected) return false
  if (parts.length === 0) return field !== null && valueOf(field).includes(written)
  return parts.every(
    ({ node, start, text }) => node.isConnected && node.data.substr(start, text.length) === text,
  )
}

/** Occurrence in text nodes that follow each other: `start` and `end` count from the first. */
export function occurrenceIn(
  pieces: readonly { node: Text; text: string }[],
  found: { vrm: string; padded: boolean; start: number; end: number },
): Occurrence {
  const parts: Part[] = []
  let at = 0
  for (const { node, text } of pieces) {
    const start = Math.max(0, found.start - at)
    const end = Math.min(text.length, found.end - at)
    if (start < end) parts.push({ node, start, text: text.slice(start, end) })
    at += text.length
    if (at >= found.end) break
  }
  const parent = parts[0]?.node.parentElement
  return {
    vrm: found.vrm,
    padded: found.padded,
    parts,
    field: parent ? editedBy(parent) : null,
    written: '',
  }
}
