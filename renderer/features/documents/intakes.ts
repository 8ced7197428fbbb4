import { useStore } from 'zustand'
import { intakeText as text } from '#shared/text/app-documents.ts'
import { type Client, useClient } from '../../replica/client.ts'
import { announce } from '../../ui-state/announcer.ts'
import { createIntake, type Intake } from './intake.ts'

/** Intake queue of each draft, by window: it outlives the page that began it. */
const intakes = new WeakMap<Client, Map<string, Intake>>()

function intakesOf(client: Client): Map<string, Intake> {
  const known = intakes.get(client)
  if (known) return known
  const made = new Map<string, Intake>()
  intakes.set(client, made)
  let account = client.replica.getState().slices?.profile.id
  client.replica.subscribe(({ slices }, before) => {
    // Locked: the account is unknown and unchanged.
    if (slices === null) return
    const id = slices.profile.id
    // Files being added belong to the previous account, and must not go to another.
    if (account !== undefined && account !== id) {
      for (const intake of made.values()) intake.close()
      made.clear()
    }
    account = id
    if (before.slices === null) for (const intake of made.values()) intake.resume()
  })
  return made
}

export function intakeOf(client: Client, draftId: string): Intake {
  const all = intakesOf(client)
  const known = all.get(draftId)
  if (known) return known
  const made = createIntake({
    send: (file, type, options) =>
      client.bridge.send(
        'procedures.document-add',
        { draftId, name: file.name.slice(0, 255), size: file.size, ...(type !== undefined && { type }) },
        file,
        options,
      ),
    isHeld: () => client.replica.getState().slices === null,
    onSettled({ added, failed }) {
      announce([added > 0 && text.added(added), failed > 0 && text.failed(failed)].filter(Boolean).join('. '))
    },
  })
  all.set(draftId, made)
  return made
}

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
