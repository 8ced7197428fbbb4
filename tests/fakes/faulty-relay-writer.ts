import { BroadcastChannel, parentPort, workerData } from 'node:worker_threads'
import { openWriter } from '#relay/store/open.ts'
import { serveWrites } from '#relay/store/serve-writes.ts'
import type { WriterData, WriterRequest } from '#relay/store/writer-protocol.ts'
import { faultChannel, type WriterFault } from './writer-fault.ts'

const data = workerData as WriterData
const port = parentPort
if (port === null) throw new Error('runs in a thread')
const db = openWriter(data.file)
let isDying = false
const serve = serveWrites(db, data, (reply) => {
  if (isDying) process.exit(1)
  port.postMessage(reply)
})
port.on('message', (request: WriterRequest) => serve(request))

const channel = new BroadcastChannel(faultChannel(data.file))
channel.unref()
channel.onmessage = ({ data: fault }) => {
  const given = fault as WriterFault
  if (given.kind === 'die') isDying = true
  else if (given.kind === 'full') db.pragma(`max_page_count = ${given.isFull ? 1 : 1_000_000}`)
  else Atomics.wait(given.until, 0, 0)
}
