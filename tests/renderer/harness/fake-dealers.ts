import type { CommandArgs, CommandName } from '#shared/bridge/contract.ts'
import type { Dealer, DealerBoard, DealerRow } from '#shared/bridge/dealers.ts'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import { addToTally, dealerKeyOf, DEALER_SECTIONS, emptyTally } from '#shared/domain/dealer-board.ts'
import { monthOf } from '#shared/domain/calendar.ts'
import { foldText } from '#shared/domain/normalize-text.ts'
import { dealerDigest } from '#shared/text/dealers.ts'
import type { FakeBridge } from './fake-bridge.ts'

/** A dealer with the rows of its board, of the present month. */
export interface FakeDealer extends Pick<DealerBoard, 'id' | 'name' | 'templates' | 'taxId'> {
  spellings?: string[]
  rows: DealerRow[]
}

function tallyOf(rows: readonly DealerRow[]) {
  const tally = emptyTally()
  for (const row of rows) {
    const unsigned = row.signatures.filter(({ outcome }) => outcome !== 'signed').length
    addToTally(tally, { ...row, unsigned, missing: row.missing.length })
  }
  return tally
}

const kindOf = (id: string) => dealerKeyOf(id)?.kind ?? 'client'

const summary = ({ id, name, rows }: FakeDealer): Dealer => ({
  ...tallyOf(rows),
  id,
  kind: kindOf(id),
  name,
})

function boardOf({ id, name, spellings, templates, taxId, rows }: FakeDealer, month: string, now: number) {
  const isPresent = month === monthOf(now)
  const some = isPresent ? rows : []
  return {
    id,
    kind: kindOf(id),
    name,
    spellings: spellings ?? [name],
    month,
    isPresent,
    tally: tallyOf(some),
    plates: some.filter(({ assigned }) => assigned).length,
    sections: DEALER_SECTIONS.map((section) => {
      const found = some.filter((row) => row.section === section)
      return { section, total: found.length, rows: found.slice(0, 100) }
    }),
    templates,
    taxId,
  } satisfies DealerBoard
}

const ORDERS: Record<string, (one: Dealer) => number | string> = {
  name: ({ name }) => foldText(name),
  open: ({ open }) => open,
  dealer: ({ dealer, signer }) => dealer + signer,
  oldest: ({ oldest }) => -(oldest ?? Infinity),
  ended: ({ ended }) => ended,
}

/** Boards of dealers, in memory. `null` for other commands. */
export function answerDealers(
  { scene }: FakeBridge,
  name: CommandName,
  args: never,
  now: number,
): Result<unknown> | null {
  if (!name.startsWith('dealers.')) return null
  const dealers = scene.dealers ?? []
  if (name === 'dealers.list') {
    const {
      text = '',
      order = 'open',
      descending = true,
      offset,
      limit,
    } = args as CommandArgs<'dealers.list'>
    const by = ORDERS[order]!
    const found = dealers
      .map(summary)
      .filter((one) => foldText(one.name).includes(foldText(text)))
      .toSorted((a, b) => (by(a) < by(b) ? -1 : by(a) > by(b) ? 1 : 0) * (descending ? -1 : 1))
    return ok({ rows: found.slice(offset, offset + limit), total: found.length })
  }
  const { id, month } = args as CommandArgs<'dealers.get'>
  const dealer = dealers.find((one) => one.id === id)
  if (!dealer) return fail(appError('not-found'))
  const board = boardOf(dealer, month ?? monthOf(now), now)
  if (name === 'dealers.get') return ok(board)
  if (name !== 'dealers.digest') return ok({})
  const rows = board.sections.flatMap((section) => section.rows)
  const of = { ...board, now, demo: false, own: undefined }
  return ok({ text: dealerDigest(rows, of), rows: rows.length })
}
