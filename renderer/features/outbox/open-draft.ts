import { proceduresDesk, setLastDraft } from '../../ui-state/procedures-desk.ts'
import { openRoute } from '../../ui-state/route.ts'

export function openDraft(id: string) {
  setLastDraft(id)
  openRoute({ view: 'draft', id })
}

export const lastDraft = () => proceduresDesk().lastDraft
