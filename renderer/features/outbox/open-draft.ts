import { proceduresState, setLastDraft } from '../../ui-state/page-states.ts'
import { openRoute } from '../../ui-state/route.ts'

export function openDraft(id: string) {
  setLastDraft(id)
  openRoute({ view: 'draft', id })
}

export const lastDraft = () => proceduresState().lastDraft
