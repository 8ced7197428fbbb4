import { EventEmitter } from 'node:events'

/** Makes a forked process look like a utility process from inside: a `parentPort`, and no channel of Node's. */
const send = process.send?.bind(process)
const parentPort = Object.assign(new EventEmitter(), {
  postMessage: (message: unknown) => void send?.(message),
})
const early: unknown[] = []
process.on('message', (data) => {
  // Queued until there is a listener.
  if (!parentPort.emit('message', { data, ports: [] })) early.push(data)
})
parentPort.on('newListener', (name) => {
  if (name !== 'message') return
  setImmediate(() => early.splice(0).forEach((data) => parentPort.emit('message', { data, ports: [] })))
})
// Its service ends with the main process: immediately, and without notice to the program.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
Object.assign(process, { parentPort, send: undefined })
