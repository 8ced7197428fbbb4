import type { Route } from '#shared/bridge/route.ts'
import type { Draft } from '#shared/bridge/procedures.ts'
import { procedureKindLabels } from '#shared/text/labels.ts'
import { stateSaid, wizardText as text, wizardTitles } from '#shared/text/app-wizard.ts'
import { useClient } from '../../replica/client.ts'
import { useQuery } from '../../replica/use-replica.ts'
import { openRoute } from '../../ui-state/route.ts'
import { useShortcuts } from '../../shortcuts/use-shortcuts.ts'
import { useSaidState } from '../../ui-state/use-said-state.ts'
import { OpeningPage } from '../frame/opening-page.tsx'
import { Page } from '../frame/page.tsx'
import { Discarded } from '../outbox/discarded-calm.tsx'
import { DraftCrumb } from './draft-crumb.tsx'
import { DraftReceipt } from './draft-receipt.tsx'
import { LeavingPanel, SendingPanel } from './sending-panel.tsx'
import { useDraftForm } from './use-draft.ts'
import { Wizard } from './wizard.tsx'
import './wizard.css'
import './review.css'

/** Procedure created here, in any state: from an empty form to its receipt. */
export function DraftPage({ route: { id } }: { route: Extract<Route, { view: 'draft' }> }) {
  const { data: draft, error } = useQuery('procedures.draft-get', { id })
  if (draft) return <DraftInState draft={draft} />
  return (
    <OpeningPage
      title={text.section}
      error={error}
      text={text}
      others={{ view: 'drafts' }}
      othersName={text.toDrafts}
    />
  )
}

function DraftInState({ draft }: { draft: Draft }) {
  const { state } = draft
  useSaidState(state, stateSaid)
  switch (state) {
    case 'editing':
    case 'ready':
    case 'stopped':
      return <Editing known={draft} />
    case 'leaving':
    case 'sending':
    case 'sent':
    case 'discarded':
      return <Settled draft={draft} />
  }
}

function Editing({ known }: { known: Draft }) {
  const { draft, form } = useDraftForm(known)
  return <Wizard draft={draft} form={form} />
}

/** Draft that is no longer edited. */
function Settled({ draft }: { draft: Draft }) {
  const { bridge } = useClient()
  const { state } = draft
  const up = () =>
    openRoute({ view: state === 'sent' ? 'procedures' : state === 'discarded' ? 'drafts' : 'outbox' })
  // While it is about to be sent, Esc undoes that.
  useShortcuts({ 'settled.up': state !== 'leaving' && up })
  return (
    <Page
      title={state === 'discarded' ? wizardTitles[draft.kind] : procedureKindLabels[draft.kind]}
      section={text.section}
      lead={<DraftCrumb draft={draft} onOpen={up} />}
    >
      <div className="settled">
        {state === 'leaving' && <LeavingPanel draft={draft} />}
        {state === 'sending' && <SendingPanel draft={draft} />}
        {state === 'sent' && <DraftReceipt draft={draft} />}
        {state === 'discarded' && (
          <Discarded text={text} restore={() => bridge.call('procedures.draft-restore', { id: draft.id })} />
        )}
      </div>
    </Page>
  )
}
