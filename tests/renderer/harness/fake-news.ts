import type { CommandArgs, CommandName } from '#shared/bridge/contract.ts'
import type { NewsCounts, NewsFilter, NewsRow } from '#shared/bridge/news.ts'
import type { AppError, Result } from '#shared/bridge/result.ts'
import type { FakeBridge } from './fake-bridge.ts'

const ok = (value: unknown): Result<unknown> => ({ ok: true, value })
const fail = (code: AppError['code']): Result<unknown> => ({ ok: false, error: { code, retryable: false } })

const SHOWS: Record<NewsFilter, (row: NewsRow) => boolean> = {
  unread: ({ state }) => state === 'unread',
  mine: ({ mine, state }) => mine && (state === 'unread' || state === 'read'),
  all: () => true,
}

export const newsCountsOf = (news: readonly NewsRow[]): NewsCounts => ({
  unread: news.filter(SHOWS.unread).length,
  mine: news.filter(SHOWS.mine).length,
})

/** Novedades, in memory. `null`: not one of these commands. */
export function answerNews(
  bridge: FakeBridge,
  name: CommandName,
  args: never,
  now: number,
): Result<unknown> | null {
  const news = bridge.scene.news ?? []
  switch (name) {
    case 'news.list':
      return ok(pageOf(news, args))
    case 'news.mark': {
      const { seqs, state } = args as CommandArgs<'news.mark'>
      bridge.setNews(news.filter(({ seq }) => seqs.includes(seq)).map((row) => ({ ...awake(row), state })))
      return ok({})
    }
    case 'news.snooze': {
      const { seq, until } = args as CommandArgs<'news.snooze'>
      if (until <= now) return fail('invalid-request')
      const row = news.find((one) => one.seq === seq)
      if (!row) return fail('not-found')
      bridge.setNews([{ ...row, state: 'snoozed', until }])
      return ok({})
    }
    case 'news.done-all': {
      const { filter } = args as CommandArgs<'news.done-all'>
      const left = news.filter(
        (row) => SHOWS[filter](row) && (row.state === 'unread' || row.state === 'read'),
      )
      const those = (state: NewsRow['state']) =>
        left.filter((row) => row.state === state).map(({ seq }) => seq)
      bridge.setNews(
        left.map((row) => ({ ...row, state: 'done' })),
        true,
      )
      return ok({ unread: those('unread'), read: those('read') })
    }
    default:
      return null
  }
}

function awake(row: NewsRow): NewsRow {
  const waking = { ...row }
  delete waking.until
  return waking
}

function pageOf(news: readonly NewsRow[], { filter, kind, id, before, limit }: CommandArgs<'news.list'>) {
  const found = news
    .filter((row) => SHOWS[filter](row) && (id === undefined || (row.kind === kind && row.id === id)))
    .filter(({ seq }) => before === undefined || seq < before)
    .toSorted((a, b) => b.seq - a.seq)
  const rows = found.slice(0, limit)
  return { rows, next: rows.length === limit ? (rows.at(-1)?.seq ?? null) : null }
}
