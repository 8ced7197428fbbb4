import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import PouchDB from 'pouchdb'
import { temporaryDirectory } from '#tests/fakes/core-fixture.ts'
import { freePort } from '#tests/fakes/free-port.ts'
import { createWaiters, type PeerPc, type SharingPeer, startPeerServer } from './sharing-peer.ts'

const SERVER = fileURLToPath(new URL('pouchdb-server-process.ts', import.meta.url))
/** Records of one request. The default of 100 is slower. */
const BATCH = 1_000

/** PouchDB on the disk of each PC, with PouchDB's own server over LevelDB in the place of CouchDB. */
export async function startPouchDb(): Promise<SharingPeer> {
  const directory = await temporaryDirectory()
  const port = await freePort()
  const server = await startPeerServer(port, [SERVER, String(port), directory])
  const remote = `http://127.0.0.1:${port}/office`
  const added: PeerPc[] = []
  // PouchDB handles no rejection of a request that the killed server cuts.
  const ignore = () => undefined
  process.on('unhandledRejection', ignore)
  return {
    server,
    async addPc() {
      const pc = startPc(join(directory, `pc-${added.length}`), remote)
      added.push(pc)
      return pc
    },
    async fill(records) {
      const database = new PouchDB(remote)
      for (let from = 0; from < records.length; from += BATCH)
        await database.bulkDocs(
          records.slice(from, from + BATCH).map(({ id, ...rest }) => ({ _id: id, ...rest })),
        )
    },
    async stop() {
      await Promise.all(added.map((pc) => pc.close()))
      await server.kill()
      process.off('unhandledRejection', ignore)
    },
  }
}

function startPc(file: string, remote: string): PeerPc {
  const database = new PouchDB(file)
  const shown = createWaiters()
  const feed = database
    .changes({ since: 'now', live: true, include_docs: true })
    .on('change', ({ id }) => shown.tell(id))
  const sync = database.sync(remote, { live: true, retry: true, batch_size: BATCH })
  const ended = new Promise((resolve) => sync.on('complete', resolve))
  const end = async () => {
    feed.cancel()
    sync.cancel()
    await ended
    await database.close()
  }
  let closing: Promise<void> | null = null
  return {
    async write({ id, ...rest }) {
      await database.put({ _id: id, ...rest })
    },
    untilShown: shown.until,
    count: async () => (await database.info()).doc_count,
    close: () => (closing ??= end()),
  }
}
