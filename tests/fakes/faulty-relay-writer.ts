import { BroadcastChannel, parentPort, workerData } from 'node:worker_threads'
import { openWriter } from '#relay/store/sqlite/open.ts'
import { createWriteServer, type WriterData, type WriterRequest } from '#relay/store/sqlite/serve-writes.ts'
import { faultChannel, type WriterFault } from './writer-fault.ts'

const data = workerData as WriterData
const port = parentPort
if (port === null) throw new Error('runs in a thread')
const db = openWriter(data.file)
let dyingBefore: 'commit' | 'answer' | null = null
let depth = 0
const transaction = db.transaction.bind(db) as (run: (...args: unknown[]) => unknown) => never
db.transaction = ((run: (...args: unknown[]) => unknown) =>
  transaction((...args) => {
    depth++
    try {
      const result = run(...args)
      // The outermost returns to its COMMIT.
      if (depth === 1 && dyingBefore === 'commit') process.exit(1)
      return result
    } finally {
      depth--
    }
  })) as typeof db.transaction
const serve = createWriteServer(db, data, (reply) => {
  if (dyingBefore === 'answer') process.exit(1)
  port.postMessage(reply)
})
port.on('message', (request: WriterRequest) => serve(request))

const channel = new BroadcastChannel(faultChannel(data.file))
channel.unref()
channel.onmessage = ({ data: fault }) => {
  const given = fault as WriterFault
  if (given.kind === 'die') dyingBefore = given.before
  else if (given.kind === 'full') db.pragma(`max_page_count = ${given.isFull ? 1 : 1_000_000}`)
  else {
    Atomics.store(given.until, 1, 1)
    Atomics.wait(given.until, 0, 0)
  }
}
