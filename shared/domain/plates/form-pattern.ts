import { GROUP_LETTERS, type Part } from './series.ts'

const CLASSES = { digit: '[0-9]', letter: '[A-Z]', 'group-letter': `[${GROUP_LETTERS}]` }

/** The pattern of a whole vrm of this form, each part a group of its own. */
export function wholePattern(parts: readonly Part[]): RegExp {
  return new RegExp(`^${parts.map((part) => `(${whole(part)})`).join('')}$`)
}

/** The pattern of every text that becomes a vrm of this form with more characters, the empty one included. */
export function prefixPattern(parts: readonly Part[]): RegExp {
  // From the last part back: either the text ends within the part, or it goes on in the following ones.
  const rest = parts.reduceRight(
    (after, part) => `(?:${begun(part)}$${after && `|(?:${whole(part)})${after}`})`,
    '',
  )
  return new RegExp(`^${rest}`)
}

function whole(part: Part): string {
  return part.kind === 'word' ? part.words.join('|') : `${CLASSES[part.of]}{${part.min},${part.max}}`
}

/** The part cut short by at least a character: if it is complete, the text is only unfinished for what follows. */
function begun(part: Part): string {
  if (part.kind === 'run') return `${CLASSES[part.of]}{0,${Math.max(0, part.max - 1)}}`
  const cuts = part.words.flatMap((word) => Array.from(word, (_, length) => word.slice(0, length)))
  return `(?:${[...new Set(cuts)].join('|')})`
}
