import type { ActiveProfile } from '../../accounts/active-profile.ts'
import type { WorkspaceDeps } from '../../workspace-types.ts'
import type { Store } from '../../store/store.ts'
import { createClientMessages, type ClientMessages, type ClientMessagesDeps } from './client-messages.ts'
import { createClientTexts, type ClientTexts } from './client-texts.ts'

export interface ClientMessageParts {
  texts: ClientTexts
  messages: ClientMessages
}

export interface ClientMessagePartsDeps extends Pick<ClientMessagesDeps, 'audit' | 'serviceDocuments'> {
  active: Pick<ActiveProfile, 'profile'>
  store: Pick<Store, 'call' | 'persistent'>
  deps: Pick<WorkspaceDeps, 'clock' | 'openClientLink'> & {
    events: Pick<WorkspaceDeps['events'], 'clientTexts'>
  }
}

/** Texts for clients of one account. */
export function createClientMessageParts(parts: ClientMessagePartsDeps): ClientMessageParts {
  const { active, store, audit, serviceDocuments, deps } = parts
  const { clock, openClientLink, events } = deps
  const { call } = store
  const texts = createClientTexts({
    call,
    clock,
    persists: () => store.persistent,
    onChanged: events.clientTexts,
  })
  const messages = createClientMessages({
    call,
    texts,
    serviceDocuments,
    audit,
    isDemo: active.profile.environment === 'demo',
    host: { ...(openClientLink && { openClientLink }) },
  })
  return { texts, messages }
}
