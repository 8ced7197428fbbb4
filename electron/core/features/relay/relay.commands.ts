import { ok, type Result } from '#shared/bridge/result.ts'
import { receiptsCsvText } from '#shared/text/audit.ts'
import type { CommandsOf, TransfersOf } from '../../bridge/router.ts'
import { CSV_TYPE, csvBytes, pagesOf } from '../../runtime/spreadsheets.ts'
import type { AccountQuestions, Workspace } from '../../workspace-types.ts'
import type { Receipt } from '#shared/api/relay.ts'

export function createRelayCommands({ ask }: AccountQuestions): CommandsOf<'relay'> {
  return {
    'relay.pair': ({ address, code, name }) => ask(({ relay }) => relay.pair(address, code, name)),
    'relay.confirm-words': () =>
      ask(async ({ relay }) => {
        relay.confirmWords()
        return ok({})
      }),
    'relay.cancel-pairing': () =>
      ask(async ({ relay }) => {
        relay.cancelPairing()
        return ok({})
      }),
    'relay.forget': () => ask(({ relay }) => relay.forget()),
    'relay.retry': () => ask(({ relay }) => relay.retry()),
    'relay.devices': () => ask(({ relay }) => relay.devices()),
    'relay.revoke': ({ id }) => ask(({ relay }) => relay.revoke(id)),
    'relay.invite': () => ask(({ relay }) => relay.invite()),
    'relay.confirm': ({ id }) => ask(({ relay }) => relay.decide(id, 'confirm')),
    'relay.refuse': ({ id }) => ask(({ relay }) => relay.decide(id, 'refuse')),
    'relay.dismiss-invitation': () =>
      ask(async ({ relay }) => {
        relay.dismissInvitation()
        return ok({})
      }),
    'relay.inbox': () => ask(({ relay }) => relay.inbox()),
    'relay.alarm': () => ask(({ relay }) => relay.alarm()),
    'relay.set-alarm': (settings) => ask(({ relay }) => relay.setAlarm(settings)),
    'relay.test-alarm': () => ask(({ relay }) => relay.testAlarm()),
    'relay.subscribe': () => ask(({ relay }) => relay.subscribe()),
    'relay.check': () => ask(({ relay }) => relay.check()),
    'relay.sealing': () => ask(({ relay }) => relay.sealing()),
    'relay.change-key': ({ compared }) => ask(({ relay }) => relay.changeKey(compared)),
    'relay.stop-sealing': () => ask(({ relay }) => relay.stopSealing()),
    'relay.dismiss-gap': () => ask(({ relay }) => relay.dismissGap()),
  }
}

export function createRelayTransfers(workspace: () => Workspace): TransfersOf<'relay'> {
  return {
    async 'relay.receipts'(_args, signal) {
      const { audit, relay } = workspace()
      const first = await relay.receipts(1)
      if (!first.ok) return first
      await audit.record({ what: 'export', kind: 'receipts', identifier: '', result: 'ok' })
      return ok({
        filename: receiptsCsvText.filename,
        contentType: CSV_TYPE,
        bytes: writeReceiptsCsv(first.value, relay.receipts, signal),
      })
    },
  }
}

interface Page {
  receipts: Receipt[]
  next: number | null
}

/**
 * Receipts as a CSV file, one row for each event and each PC that confirmed it. Throws if the relay fails halfway,
 * because a shortened file would look complete.
 */
function writeReceiptsCsv(
  first: Page,
  page: (from: number) => Promise<Result<Page>>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  async function read(from: number): Promise<Page> {
    const answer = await page(from)
    if (!answer.ok) throw new Error(`the relay's receipts ended early: ${answer.error.code}`)
    return answer.value
  }
  const pages = pagesOf<Receipt, number>(async (from) => {
    const { receipts, next } = from === null ? first : await read(from)
    return { rows: receipts, next }
  }, signal)
  return csvBytes(receiptsCsvText.header, toRows(pages), (cells) => cells)
}

async function* toRows(pages: AsyncIterable<readonly Receipt[]>): AsyncGenerator<string[][]> {
  for await (const receipts of pages) yield receipts.flatMap(toCells)
}

function toCells({ seq, receivedAt, event, id, confirmed }: Receipt): string[][] {
  const start = [String(seq), receiptsCsvText.dateTime(Date.parse(receivedAt)), event, id]
  if (confirmed.length === 0) return [[...start, receiptsCsvText.nobody, '']]
  return confirmed.map(({ name, at }) => [...start, name, receiptsCsvText.dateTime(Date.parse(at))])
}
