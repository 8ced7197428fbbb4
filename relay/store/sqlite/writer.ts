import { parentPort, workerData } from 'node:worker_threads'
import { openWriter } from './open.ts'
import { createWriteServer, type WriterData, type WriterRequest } from './serve-writes.ts'

/** Entry of the writer thread, the only thread that changes the database. */
const data = workerData as WriterData
const port = parentPort
if (port === null) throw new Error('writer.ts runs in a thread')
const serve = createWriteServer(openWriter(data.file), data, (reply) => port.postMessage(reply))
port.on('message', (request: WriterRequest) => serve(request))
