import type { Draft } from '#shared/bridge/procedures.ts'
import { wizardText as text } from '#shared/text/wizard.ts'
import { routeFromHere } from '../../ui-state/route.ts'
import { showToast } from '../../ui-state/toasts.ts'
import type { Wizard } from './use-wizard.ts'

/**
 * Saves typed text and goes up to the draft's list. Unsaved text stays in this window; an empty draft is discarded.
 */
export async function leaveWizard({
  draft,
  form,
  bridge,
}: Pick<Wizard, 'draft' | 'form' | 'bridge'>): Promise<void> {
  const goTo = routeFromHere()
  if (draft.state !== 'editing') return goTo({ view: 'outbox' })
  if (isBlank(draft)) {
    await bridge.call('procedures.draft-discard', { id: draft.id })
    showToast(text.leftEmpty)
    return goTo({ view: 'procedures' })
  }
  if (await form.flush()) showToast(text.left)
  goTo({ view: 'drafts' })
}

const isBlank = ({ fields, documents, procedureId }: Draft) =>
  documents.length === 0 &&
  procedureId === undefined &&
  // The user's address is remembered, and begins every draft.
  Object.entries(fields).every(([name, value]) => name === 'userEmail' || value.trim() === '')
