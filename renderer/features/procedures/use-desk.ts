import type { Result } from '#shared/bridge/result.ts'
import { deskText as text, procedureText } from '#shared/text/app-procedure.ts'
import { useClient } from '../../replica/client.ts'
import { useQuery } from '../../replica/use-replica.ts'
import { announce } from '../../ui-state/announcer.ts'
import { sayFailed } from '../../ui-state/say-failed.ts'

/** The desk's side of one procedure, and what is done with it. */
export function useDesk(id: string) {
  const { bridge, queries } = useClient()
  const { data: desk, error } = useQuery('desk.get', { id })

  /** One that says what it has afterwards, or one whose news come as a change. */
  async function change(ask: Promise<Result<unknown>>, said: string): Promise<boolean> {
    const answer = await ask
    if (!answer.ok) {
      sayFailed(answer.error)
      return false
    }
    const now = await bridge.call('desk.get', { id })
    if (now.ok) queries.put('desk.get', { id }, now.value)
    announce(said)
    return true
  }
  const selection = { ids: [id] }
  return {
    desk,
    error,
    pin: (pinned: boolean, why = '') =>
      change(
        bridge.call('desk.pin', { id, pinned, why }),
        pinned ? procedureText.pinDone : procedureText.unpinDone,
      ),
    mark: (marked: boolean) =>
      change(
        bridge.call('desk.mark', { selection, marked }),
        marked ? procedureText.marked : procedureText.unmark,
      ),
    addLabel: (label: string) =>
      change(bridge.call('desk.label', { selection, add: [label], remove: [] }), text.labelAdded(label)),
    removeLabel: (label: string) =>
      change(bridge.call('desk.label', { selection, add: [], remove: [label] }), text.labelRemoved(label)),
  }
}

export type DeskSide = ReturnType<typeof useDesk>
