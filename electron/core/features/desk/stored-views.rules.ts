import { deskViewSchema, type DeskView } from '#shared/bridge/desk.ts'

/** Where the saved views are in the store's `meta`. */
export const DESK_VIEWS = 'desk-views'

/** What a text holds of saved views: another version, or a restored copy, may have written it. */
export function viewsIn(text: string | null): DeskView[] {
  const read = parsed(text)
  if (!Array.isArray(read)) return []
  return read.flatMap((one: unknown) => {
    const view = deskViewSchema.safeParse(one)
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
