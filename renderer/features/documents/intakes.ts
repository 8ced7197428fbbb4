import { useStore } from 'zustand'
import { requirementsOf } from '#shared/domain/procedures/requirements.ts'
import { intakeText as text } from '#shared/text/documents.ts'
import type { TransferOptions } from '../../bridge.ts'
import { type Client, useClient } from '../../replica/client.ts'
import { announce } from '../../ui-state/announcer.ts'
import { keptPerAccount } from '../../ui-state/account-change.ts'
import { createIntake, type Intake } from './intake.ts'
import { createDocumentReader } from './read-document.ts'
import { type FileGuess, recogniseFile } from './recognise-file.ts'

/** Types that would meet each requirement that a draft does not meet yet. */
async function missingIn({ bridge }: Client, draftId: string): Promise<readonly (readonly string[])[]> {
  const draft = await bridge.call('procedures.draft-get', { id: draftId })
  if (!draft.ok) return []
  const { kind, fields, documents } = draft.value
  return requirementsOf(kind, fields, documents).flatMap(({ met, types: wanted }) => (met ? [] : [wanted]))
}

/** Adds a file to a draft, with its known type or a guess. `instead`: those that will leave for it. */
export const sendDocument = (
  { bridge }: Client,
  draftId: string,
  file: File,
  known: { type?: string; guess?: FileGuess; instead?: string[] },
  options: TransferOptions = {},
) =>
  bridge.send(
    'procedures.document-add',
    { draftId, name: file.name.slice(0, 255), size: file.size, ...known },
    file,
    options,
  )

/** Intake queue of a draft, by window: it outlives the page that began it. */
export const intakeOf = keptPerAccount((client, draftId): Intake => {
  const reader = createDocumentReader()
  return createIntake({
    recognise: (file, signal) => recogniseFile(reader, file, () => missingIn(client, draftId), signal),
    send: (file, guess, options) => sendDocument(client, draftId, file, { ...(guess && { guess }) }, options),
    isHeld: () => client.replica.getState().slices === null,
    onSettled({ added, failed }) {
      announce([added > 0 && text.added(added), failed > 0 && text.failed(failed)].filter(Boolean).join('. '))
    },
  })
})

/** Files being added to a draft, and actions on them. */
export function useIntake(draftId: string) {
  const intake = intakeOf(useClient(), draftId)
  return { intake, items: useStore(intake.store, ({ items }) => items) }
}

/** Number of files still being added to a draft: sending meanwhile would leave them out. */
export function useBringing(draftId: string): number {
  const { items } = useIntake(draftId)
  return items.filter(({ state }) => state !== 'failed' && state !== 'repeated').length
}
