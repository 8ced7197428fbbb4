import type { SituationId } from '#shared/domain/client-situations.ts'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import type { Clock } from '../../runtime/clock.ts'
import { createSerialQueue } from '../../runtime/serial-queue.ts'
import type { StoreCall } from '../../store/client.ts'
import { CLIENT_TEXTS, isUsable, ownTexts, textsOf } from './client-texts.rules.ts'

type OwnTexts = Partial<Record<SituationId, string>>

/** The office's own texts for clients: in the account's store, and in its copies. */
export interface ClientTexts {
  own(): Promise<OwnTexts>
  list(): Promise<Result<{ own: OwnTexts }>>
  /** @param text `null`: the original again */
  save(id: SituationId, text: string | null): Promise<Result<{ own: OwnTexts }>>
}

export interface ClientTextsDeps {
  call: StoreCall
  clock: Pick<Clock, 'now'>
  /** True if this session stores anything. */
  persists: () => boolean
  onChanged: () => void
}

export function createClientTexts({ call, clock, persists, onChanged }: ClientTextsDeps): ClientTexts {
  const inTurn = createSerialQueue()
  const read = async () => textsOf(await call('meta', CLIENT_TEXTS))
  const own = async () => ownTexts(await read())
  return {
    own,
    list: async () => ok({ own: await own() }),

    save: (id, text) =>
      inTurn(async () => {
        if (!persists()) return fail(appError('nothing-persists'))
        const typed = text?.trim() ?? null
        if (typed !== null && !isUsable(id, typed))
          return fail(appError('invalid-request', { detail: 'a field of the text is unknown' }))
        const texts = { ...(await read()), [id]: { text: typed, at: clock.now() } }
        await call('setMeta', CLIENT_TEXTS, JSON.stringify(texts))
        onChanged()
        return ok({ own: ownTexts(texts) })
      }),
  }
}
