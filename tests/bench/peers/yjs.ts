import { fileURLToPath } from 'node:url'
import { WebsocketProvider } from 'y-websocket'
import { Doc } from 'yjs'
import { temporaryDirectory, waitUntil } from '#tests/fakes/core-fixture.ts'
import { freePort } from '#tests/fakes/free-port.ts'
import {
  createWaiters,
  type PeerPc,
  type PeerRecord,
  type SharingPeer,
  startPeerServer,
} from './sharing-peer.ts'

/** The last server for Yjs 13. The next one is for Yjs 14, which is not released, and stores nothing. */
const SERVER = new URL('server.js', import.meta.resolve('@y/websocket-server/utils'))
/** Records of one transaction. */
const TRANSACTION = 10_000
const FILL_MS = 300_000

/** Yjs over `y-websocket`, with the server that stores in LevelDB. PCs have the document in memory alone. */
export async function startYjs(): Promise<SharingPeer> {
  const port = await freePort()
  const server = await startPeerServer(port, [fileURLToPath(SERVER)], {
    HOST: '127.0.0.1',
    PORT: String(port),
    YPERSISTENCE: await temporaryDirectory(),
  })
  const added: YjsPc[] = []
  const addPc = async () => {
    const pc = await startPc(`ws://127.0.0.1:${port}`)
    added.push(pc)
    return pc
  }
  return {
    server,
    addPc,
    async fill(records) {
      const [writer, reader] = [await addPc(), await addPc()]
      for (let from = 0; from < records.length; from += TRANSACTION)
        writer.writeTogether(records.slice(from, from + TRANSACTION))
      await waitUntil(reader.count, (count) => count === records.length, FILL_MS)
      await reader.close()
    },
    async stop() {
      await Promise.all(added.map((pc) => pc.close()))
      await server.kill()
    },
  }
}

interface YjsPc extends PeerPc {
  writeTogether(records: readonly PeerRecord[]): void
}

async function startPc(url: string): Promise<YjsPc> {
  const doc = new Doc()
  const records = doc.getMap<PeerRecord>('records')
  const shown = createWaiters()
  records.observe(({ keysChanged }) => {
    for (const id of keysChanged) if (id !== null) shown.tell(id)
  })
  // Two PCs of one process would reach each other without the server.
  const provider = new WebsocketProvider(url, 'office', doc, { disableBc: true })
  await new Promise((resolve) => provider.once('sync', resolve))
  const writeTogether = (some: readonly PeerRecord[]) =>
    doc.transact(() => {
      for (const record of some) records.set(record.id, record)
    })
  return {
    writeTogether,
    write: async (record) => writeTogether([record]),
    untilShown: shown.until,
    count: async () => records.size,
    async close() {
      provider.destroy()
      doc.destroy()
    },
  }
}
