import { foldField, parseTemplate, unknownFields } from './client-template.ts'

/** Reason that a template cannot be used. */
export type TemplateProblem =
  /** No field of that name here; `meant` is the nearest one that exists. */
  | { kind: 'unknown-field'; field: string; meant: string | null }
  /** A brace or a bracket without its pair, or one inside another of its kind. */
  | { kind: 'unpaired'; mark: string }
  | { kind: 'empty' }

/** Edits up to which a misspelt field is taken for one that exists. */
const MAX_EDITS = 2

/** Every reason that a template cannot be used with these fields, in the order of the text. */
export function templateProblems(template: string, fields: readonly string[]): TemplateProblem[] {
  if (template.trim() === '') return [{ kind: 'empty' }]
  return [
    ...unknownFields(template, fields).map((field) => ({
      kind: 'unknown-field' as const,
      field,
      meant: nearest(field, fields),
    })),
    ...parseTemplate(template).unpaired.map((mark) => ({ kind: 'unpaired' as const, mark })),
  ]
}

function nearest(name: string, fields: readonly string[]): string | null {
  const folded = foldField(name)
  const [best] = fields
    .map((field) => ({ field, edits: editsBetween(folded, foldField(field)) }))
    .toSorted((a, b) => a.edits - b.edits)
  return best && best.edits <= MAX_EDITS ? best.field : null
}

/** Levenshtein distance. */
function editsBetween(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let i = 1; i <= from.length; i++) {
    const next = [i]
    for (let j = 1; j <= to.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[to.length] ?? 0
}
