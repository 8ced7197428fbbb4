/** Sidecar whose argument selects its behaviour. */
const [behaviour] = process.argv.slice(2)
if (behaviour === 'dies') process.exit(7)
if (behaviour === 'stubborn') process.on('SIGTERM', () => undefined)
setInterval(() => undefined, 1_000)
process.send?.(behaviour === 'environment' ? { ...process.env } : { listening: 'http://127.0.0.1:1' })
