import { GROUP_LETTERS, type Part } from './series.ts'

const CLASSES = { digit: '[0-9]', letter: '[A-Z]', 'group-letter': `[${GROUP_LETTERS}]` }

/** Pattern of a whole vrm of this form, with a group for each part. */
export function wholePattern(parts: readonly Part[]): RegExp {
  return new RegExp(`^${parts.map((part) => `(${whole(part)})`).join('')}$`)
}

/** Pattern of every proper prefix of a vrm of this form, the empty text included. */
export function prefixPattern(parts: readonly Part[]): RegExp {
  // From the last part back: either the text ends within the part, or it continues in the following ones.
  const rest = parts.reduceRight(
    (after, part) => `(?:${begun(part)}$${after && `|(?:${whole(part)})${after}`})`,
    '',
  )
  return new RegExp(`^${rest}`)
}

function whole(part: Part): string {
  return part.kind === 'word' ? part.words.join('|') : `${CLASSES[part.of]}{${part.min},${part.max}}`
}

/**
 * A part that lacks at least a character: after a complete one, the text is only unfinished in a later part.
 */
function begun(part: Part): string {
  if (part.kind === 'run') return `${CLASSES[part.of]}{0,${Math.max(0, part.max - 1)}}`
  const cuts = part.words.flatMap((word) => Array.from(word, (_, length) => word.slice(0, length)))
  return `(?:${[...new Set(cuts)].join('|')})`
}
