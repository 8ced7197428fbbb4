import { hash } from 'node:crypto'

/** Sequence of integers below a limit, determined by the text alone. */
export type Draw = (below: number) => number

/** Seeded generator: the same text gives the same numbers, on every machine and in every data directory. */
export function createDraw(text: string): Draw {
  let block = 0
  let bytes = Buffer.alloc(0)
  let offset = 0
  return (below) => {
    if (offset + 6 > bytes.length) {
      bytes = hash('sha256', `${block++}/${text}`, 'buffer')
      offset = 0
    }
    const number = bytes.readUIntBE(offset, 6)
    offset += 6
    return number % below
  }
}

/** Draws an id in the format of a version 4 UUID. */
export function drawId(draw: Draw): string {
  const hex = Array.from({ length: 32 }, () => draw(16).toString(16)).join('')
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')
}
