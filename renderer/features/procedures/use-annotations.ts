import type { Result } from '#shared/bridge/result.ts'
import { casesText as text, procedureText } from '#shared/text/procedure.ts'
import { useClient } from '../../replica/client.ts'
import { useQuery } from '../../replica/use-replica.ts'
import { announce } from '../../ui-state/announcer.ts'
import { sayFailed } from '../../ui-state/say-failed.ts'

/** The office's annotations of a procedure, and actions on them. */
export function useAnnotations(id: string) {
  const { bridge, queries } = useClient()
  const { data: annotations, error } = useQuery('annotations.get', { id })

  /** Makes a change, reads the annotations again and announces it. */
  async function change(ask: Promise<Result<unknown>>, said: string): Promise<boolean> {
    const answer = await ask
    if (!answer.ok) {
      sayFailed(answer.error)
      return false
    }
    const now = await bridge.call('annotations.get', { id })
    if (now.ok) queries.put('annotations.get', { id }, now.value)
    announce(said)
    return true
  }
  const selection = { ids: [id] }
  return {
    annotations,
    error,
    pin: (pinned: boolean, why = '') =>
      change(
        bridge.call('cases.pin', { id, pinned, why }),
        pinned ? procedureText.pinDone : procedureText.unpinDone,
      ),
    mark: (marked: boolean) =>
      change(
        bridge.call('cases.mark', { selection, marked }),
        marked ? procedureText.marked : procedureText.unmark,
      ),
    addLabel: (label: string) =>
      change(bridge.call('cases.label', { selection, add: [label], remove: [] }), text.labelAdded(label)),
    removeLabel: (label: string) =>
      change(bridge.call('cases.label', { selection, add: [], remove: [label] }), text.labelRemoved(label)),
  }
}

export type CaseAnnotations = ReturnType<typeof useAnnotations>
