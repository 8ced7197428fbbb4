import { argv } from 'node:process'

/** Utility process whose argument selects its behaviour. */
const { parentPort } = process as unknown as { parentPort: { postMessage(message: unknown): void } }
const [behaviour] = argv.slice(2)
if (behaviour === 'dies') process.exit(7)
if (behaviour === 'stubborn') process.on('SIGTERM', () => undefined)
setInterval(() => undefined, 1_000)
parentPort.postMessage(behaviour === 'environment' ? { ...process.env } : { listening: 'http://127.0.0.1:1' })
