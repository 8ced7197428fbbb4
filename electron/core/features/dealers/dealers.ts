import type { CommandResult } from '#shared/bridge/contract.ts'
import type { DealerBoard, DealerRow, DealerView } from '#shared/bridge/dealers.ts'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import type { Template } from '#shared/bridge/templates.ts'
import { clientKey } from '#shared/domain/dealer-board.ts'
import { cleanTaxId } from '#shared/domain/tax-id.ts'
import { dealerFileName, dealerTable, dealerDigest } from '#shared/text/dealers.ts'
import type { OutboundFile, CommandsOf, TransfersOf } from '../../bridge/router.ts'
import type { Clock } from '../../runtime/clock.ts'
import { CSV_TYPE, csvBytes, XLSX_TYPE, xlsxBytes } from '../../runtime/spreadsheets.ts'
import type { StoreCall } from '../../store/client.ts'
import type { AccountQuestions, Workspace } from '../../workspace-types.ts'
import type { Audit } from '../audit/audit.ts'
import type { ClientTexts } from '../client-messages/client-messages.ts'
import type { Templates } from '../templates/templates.ts'
import type { StoredBoard } from './dealers.store.ts'

/** A requested board. `month` is the present month by default. */
interface BoardView {
  id: string
  month?: string | undefined
}

/**
 * *Compraventas*: open work, and work that ended this month, of each client or label. It stores no data of its own.
 */
export interface Dealers {
  /** Preloads the data of the first list in small steps. */
  prepare(signal: AbortSignal): Promise<void>
  list(
    view: Required<DealerView>,
    offset: number,
    limit: number,
  ): Promise<Result<CommandResult<'dealers.list'>>>
  get(view: BoardView): Promise<Result<DealerBoard>>
  /** Records in the audit record that the digest is given, and returns the digest. */
  digest(view: BoardView): Promise<Result<CommandResult<'dealers.digest'>>>
  /** Records that a digest could not be copied in the window. */
  forgetCopied(id: string): Promise<Result<Record<string, never>>>
  export(format: 'csv' | 'xlsx', view: BoardView, signal: AbortSignal): Promise<Result<OutboundFile>>
}

export interface DealersDeps {
  call: StoreCall
  clock: Pick<Clock, 'now' | 'sleep'>
  audit: Pick<Audit, 'record'>
  texts: Pick<ClientTexts, 'readOwnTexts'>
  templates: Pick<Templates, 'list'>
  isDemo: boolean
}

/** Rows of one page of an export. */
const PAGE = 200
/** Pause between two steps of reading ahead, in which the store answers the windows. */
const AHEAD_GAP_MS = 20
/**
 * Entry of the audit record. Its identifier is empty: the id of a dealer is the dealer's name, which the record never
 * has.
 */
const DIGEST = { what: 'client.text', kind: 'copy dealer:digest', identifier: '' } as const

export function createDealers(deps: DealersDeps): Dealers {
  const { call, clock, audit, texts, templates, isDemo } = deps

  const readBoard = ({ id, month }: BoardView): Promise<StoredBoard | null> =>
    call('dealerBoard', id, month ?? null, clock.now())

  async function readTemplates(board: StoredBoard): Promise<Template[]> {
    if (board.kind === 'label') return []
    const all = await templates.list()
    return all.ok ? all.value.rows.filter((template) => isOf(template, board)) : []
  }

  async function* readPages({ id, month }: BoardView, signal?: AbortSignal): AsyncGenerator<DealerRow[]> {
    const refs = await call('dealerRefs', id, month ?? null, clock.now())
    for (let at = 0; at < refs.length && !signal?.aborted; at += PAGE)
      yield await call('dealerRows', refs.slice(at, at + PAGE))
  }

  return {
    async prepare(signal) {
      while (!signal.aborted && (await call('dealerReadAhead', clock.now())))
        await clock.sleep(AHEAD_GAP_MS, signal)
    },

    list: async (view, offset, limit) => ok(await call('dealerList', view, offset, limit, clock.now())),

    async get(view) {
      const board = await readBoard(view)
      return board ? ok({ ...board, templates: await readTemplates(board) }) : fail(appError('not-found'))
    },

    async digest(view) {
      const [board, own] = await Promise.all([readBoard(view), texts.readOwnTexts()])
      if (!board) return fail(appError('not-found'))
      const rows: DealerRow[] = []
      for await (const page of readPages(view)) rows.push(...page)
      // The audit record is written before the digest is given, like for every text for a client.
      await audit.record({ ...DIGEST, result: 'ok' })
      const { month, isPresent, kind } = board
      const text = dealerDigest(rows, {
        // A label is an internal word of the office, so the text leaves it out.
        name: kind === 'label' ? '' : board.name,
        month,
        isPresent,
        now: clock.now(),
        demo: isDemo,
        own: own['dealer:digest'],
      })
      return ok({ text, rows: rows.length })
    },

    async forgetCopied() {
      await audit.record({ ...DIGEST, result: 'failed' })
      return ok({})
    },

    async export(format, view, signal) {
      const board = await readBoard(view)
      if (!board) return fail(appError('not-found'))
      // The audit record is written before anything leaves. If it cannot be written, nothing leaves.
      await audit.record({ what: 'export', kind: 'dealer', identifier: '', result: 'ok' })
      const { header, cells, texts: words, sheet } = dealerTable
      const found = readPages(view, signal)
      return ok({
        filename: dealerFileName(board, format),
        contentType: format === 'csv' ? CSV_TYPE : XLSX_TYPE,
        bytes:
          format === 'csv'
            ? csvBytes(header, found, words)
            : xlsxBytes({ sheet, header, pages: found, cells }),
      })
    },
  }
}

/** True if a template belongs to a dealer, by its identifier or by the client that it fills in. */
function isOf({ taxId, fields }: Template, board: Pick<StoredBoard, 'taxId' | 'spellings'>): boolean {
  if (board.taxId !== '' && cleanTaxId(taxId) === board.taxId) return true
  const [written = ''] = board.spellings
  const key = clientKey(fields.client ?? '')
  return key !== '' && key === clientKey(written)
}

export const createDealerCommands = ({ ask }: AccountQuestions): CommandsOf<'dealers'> => ({
  'dealers.list': ({ offset, limit, ...view }) => ask(({ dealers }) => dealers.list(view, offset, limit)),
  'dealers.get': (view) => ask(({ dealers }) => dealers.get(view)),
  'dealers.digest': (view) => ask(({ dealers }) => dealers.digest(view)),
  'dealers.not-copied': ({ id }) => ask(({ dealers }) => dealers.forgetCopied(id)),
})

export function createDealerTransfers(workspace: () => Workspace): TransfersOf<'dealers'> {
  return {
    'dealers.csv': (view, signal) => workspace().dealers.export('csv', view, signal),
    'dealers.xlsx': (view, signal) => workspace().dealers.export('xlsx', view, signal),
  }
}
