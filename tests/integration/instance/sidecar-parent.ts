import { readFileSync } from 'node:fs'
import { createForkSidecars } from '#electron/sidecar/fork-sidecar.ts'

/** Starts a sidecar, prints its process id, and waits to be killed. */
const sidecar = createForkSidecars({ entry: () => new URL(process.argv[2] ?? ''), onLine: () => undefined })({
  name: 'service',
  args: ['--port=0'],
  env: { SERVICE_API_KEYS: 'k0k0k0k0k0k0k0k0=B12345674' },
})
await sidecar.ready
const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').trim().split(' ')
process.send?.({ pid: Number(children[0]) })
