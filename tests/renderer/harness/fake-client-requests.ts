import type { ClientSubject } from '#shared/bridge/client-messages.ts'
import type { RequestAsk, RequestOwner } from '#shared/bridge/client-requests.ts'
import type { CommandArgs, CommandName } from '#shared/bridge/contract.ts'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import { isoDay } from '#shared/domain/calendar.ts'
import { isToRemind, type RequestAct, timeOfAct } from '#shared/domain/client-requests.ts'
import { clientDealerId } from '#shared/domain/dealer-board.ts'
import {
  compareRequests,
  type FiledRequest,
  groupByClient,
  type NamedFile,
  readRequest,
  type RequestRow,
  toRequest,
} from '#electron/core/features/client-requests/client-requests.rules.ts'
import type { FakeBridge } from './fake-bridge.ts'

/** Requests to clients, in memory. Files are by the id of their procedure, draft or signature. */
export interface FakeRequests {
  rows: RequestRow[]
  files: Record<string, NamedFile>
  askable: Record<string, RequestAsk[]>
}

const idOf = (owner: RequestOwner): string => Object.values(owner)[0] ?? ''
let made = 0

/** Requests of the scene; a scene without any has none. */
function requestsOf({ scene }: FakeBridge): FakeRequests {
  return (scene.clientRequests ??= { rows: [], files: {}, askable: {} })
}

const filed = ({ rows, files }: FakeRequests): FiledRequest[] =>
  rows.flatMap((row) => {
    const known = readRequest(row)
    const file = known && files[idOf(known.owner)]
    return known && file ? [{ ...known, file }] : []
  })

/** Open requests of a message. */
export const openRequests = (bridge: FakeBridge, ids: readonly string[]): FiledRequest[] =>
  filed(requestsOf(bridge)).filter(({ row, state }) => ids.includes(row.id) && state === 'open')

function addAct(requests: FakeRequests, id: string, actId: string, act: RequestAct): void {
  requests.rows = requests.rows.map((row) => {
    if (row.id !== id) return row
    const acts = JSON.parse(row.acts) as Record<string, RequestAct>
    return { ...row, acts: JSON.stringify({ ...acts, [actId]: { ...act, at: timeOfAct(acts, act.at) } }) }
  })
}

/** What the core records with a message that was given. */
export function recordReminder(bridge: FakeBridge, about: ClientSubject, channel: string, now: number) {
  if (about.kind !== 'requests') return []
  const requests = requestsOf(bridge)
  const done = about.ids.map((id) => ({ id, act: `act-${++made}` }))
  for (const { id, act } of done)
    addAct(requests, id, act, {
      kind: 'remind',
      at: now,
      day: isoDay(now),
      channel: channel === 'copy' ? 'message' : (channel as 'email'),
      next: isoDay(now + 3 * 86_400_000),
    })
  bridge.changed('client-request', [])
  return done
}

/** Requests to clients, by the rules of the core. `null` for other commands. */
export function answerClientRequests(
  bridge: FakeBridge,
  name: CommandName,
  args: never,
  now: number,
): Result<unknown> | null {
  if (!name.startsWith('client-requests.')) return null
  const requests = requestsOf(bridge)
  const publish = () => bridge.changed('client-request', [])
  switch (name) {
    case 'client-requests.of': {
      const id = idOf(args)
      const known = requests.rows.flatMap((row) => readRequest(row) ?? [])
      const own = known.filter(({ owner }) => idOf(owner) === id)
      const asked = own.flatMap(({ row, state }) => (state === 'open' ? [row.item] : []))
      return ok({
        requests: own.toSorted(compareRequests).map(toRequest),
        askable: (requests.askable[id] ?? []).filter(({ item }) => !asked.includes(item)),
      })
    }
    case 'client-requests.ask': {
      const { owner, asks, ...days } = args as CommandArgs<'client-requests.ask'>
      for (const { id, ...ask } of asks) {
        const act: RequestAct = { kind: 'ask', at: now, day: isoDay(now), person: 'Marta Soler', ...days }
        requests.rows.push({
          id,
          procedure_id: null,
          draft_id: null,
          signature_id: null,
          ...('procedureId' in owner && { procedure_id: owner.procedureId }),
          ...('draftId' in owner && { draft_id: owner.draftId }),
          ...('signatureId' in owner && { signature_id: owner.signatureId }),
          ...ask,
          acts: JSON.stringify({ [id]: act }),
        })
      }
      publish()
      return ok({})
    }
    case 'client-requests.act': {
      const { ids, act } = args as CommandArgs<'client-requests.act'>
      const done = ids.map((id) => ({ id, act: `act-${++made}` }))
      const day = act.kind === 'remind' ? { day: isoDay(now) } : {}
      for (const { id, act: actId } of done)
        addAct(requests, id, actId, { at: now, person: 'Marta Soler', ...day, ...act })
      publish()
      return ok({ done })
    }
    case 'client-requests.undo': {
      const { done } = args as CommandArgs<'client-requests.undo'>
      for (const { id, act } of done) addAct(requests, id, `undo:${act}`, { kind: 'undo', at: now, of: act })
      publish()
      return ok({})
    }
    case 'client-requests.due': {
      const { show } = args as CommandArgs<'client-requests.due'>
      const today = isoDay(now)
      const open = filed(requests).filter(({ state }) => state === 'open')
      const groups = groupByClient(open, clientDealerId)
      const due = groups.filter((group) => group.requests.some(({ next }) => next <= today))
      const shown = show === 'all' ? groups : due
      const hidesNames = bridge.scene.slices.settings.hideNames
      return ok({
        today,
        groups: hidesNames ? shown.map((group) => ({ ...group, client: '' })) : shown,
        counts: {
          clients: due.length,
          due: open.filter((request) => isToRemind(request, today)).length,
          open: open.length,
        },
      })
    }
    default:
      return fail(appError('not-found'))
  }
}
