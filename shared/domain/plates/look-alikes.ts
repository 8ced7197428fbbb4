import { GROUP_LETTERS } from './series.ts'

/** Letters mistaken for a digit, where only a digit can be. */
const DIGITS_FOR = new Map([
  ['O', '0'],
  ['Q', '0'],
  ['D', '0'],
  ['U', '0'],
  ['I', '1'],
  ['L', '1'],
  ['Z', '2'],
  ['S', '5'],
  ['G', '6'],
  ['T', '7'],
  ['B', '8'],
])

/** Characters mistaken for a letter, where only a letter can be. O and Q are letters of the old plates. */
const LETTERS_FOR = new Map([
  ['0', 'DO'],
  ['O', 'D'],
  ['Q', 'D'],
  ['8', 'B'],
  ['5', 'S'],
  ['2', 'Z'],
  ['6', 'G'],
  ['1', 'LI'],
  ['7', 'T'],
])

/**
 * Layouts used to find mistakes, the likeliest first. A position is a digit (`9`), any letter (`A`) or a
 * letter of the current groups (`L`).
 */
export const SLOT_LAYOUTS: readonly string[] = [
  '9999LLL',
  'A9999LLL',
  'A9999A',
  'A9999AA',
  'AA9999A',
  'AA9999AA',
]

/** True if a character fits a position. */
export function fitsSlot(char: string, slot: string): boolean {
  if (slot === '9') return /[0-9]/.test(char)
  return slot === 'A' ? /[A-Z]/.test(char) : GROUP_LETTERS.includes(char)
}

/** Possible readings of a character in that position: itself if it fits, else those it is mistaken for. */
export function readingsFor(char: string, slot: string): readonly string[] {
  if (fitsSlot(char, slot)) return [char]
  const table = slot === '9' ? DIGITS_FOR : LETTERS_FOR
  return (table.get(char) ?? '').split('').filter((reading) => fitsSlot(reading, slot))
}
