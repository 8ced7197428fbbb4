import { caseViewSchema, type CaseView } from '#shared/bridge/cases.ts'

/** Key of the saved views in the store's `meta`. */
export const CASE_VIEWS = 'desk-views'

/** Parses saved views: another version, or a restored copy, may have written the text. */
export function viewsIn(text: string | null): CaseView[] {
  const read = parsed(text)
  if (!Array.isArray(read)) return []
  return read.flatMap((one: unknown) => {
    const view = caseViewSchema.safeParse(one)
    return view.success ? [view.data] : []
  })
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '[]')
  } catch {
    return []
  }
}
