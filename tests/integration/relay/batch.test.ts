import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ensureEpoch } from '#relay/store/sqlite/copies.ts'
import { createListReads } from '#relay/store/sqlite/reads.ts'
import { openReader, openWriter } from '#relay/store/sqlite/open.ts'
import { createWriteServer, type WriterReply } from '#relay/store/sqlite/serve-writes.ts'
import { temporaryDirectory } from './support/relay.ts'

const NOBODY = 99

test('a write that throws fails alone: those of its batch are stored once, and no number is left out', async () => {
  const directory = await temporaryDirectory()
  const [file, guardFile] = [join(directory, 'relay.db'), join(directory, 'epoch-guard')]
  let epoch = ''
  const readable = openReader(file, (db, found) => (epoch = ensureEpoch(db, guardFile, found).epoch))
  const writable = openWriter(file)
  const replies: WriterReply[] = []
  const serve = createWriteServer(writable, { file, guardFile, epoch }, (reply) => replies.push(reply))
  const secrets = { adminHash: Buffer.from('a'), inboxHash: Buffer.from('b'), headerHash: Buffer.from('c') }
  const office = { name: 'Ribera', headerName: 'X-Secret', mode: 'enforce' as const, now: 1, ...secrets }
  const event = (officeId: number, hard: string) => ({
    name: 'ingest' as const,
    args: { officeId, receivedMs: 1, hard, soft: null, near: null, body: '{}', extra: null },
  })

  serve({ kind: 'batch', writes: [{ name: 'addOffice', args: office }] })
  const all = ['first', 'unknown', 'second']
  serve({
    kind: 'batch',
    writes: all.map((hard) => event(hard === 'unknown' ? NOBODY : 1, hard)),
  })
  serve({ kind: 'batch', writes: [event(1, 'third')] })
  expect(replies.slice(1)).toMatchObject([
    {
      kind: 'committed',
      outcomes: [
        { ok: true, value: { kind: 'stored', seq: 1 } },
        { ok: false, message: 'the office is gone' },
        { ok: true, value: { kind: 'stored', seq: 2 } },
      ],
    },
    { kind: 'committed', outcomes: [{ ok: true, value: { kind: 'stored', seq: 3 } }] },
  ])
  const events = await createListReads(readable).readEvents(1, 0, 10, { limit: 10, bytes: 1_000 })
  expect(events.map(({ seq }) => seq)).toEqual([1, 2, 3])
  serve({ kind: 'close' })
  readable.close()
})
