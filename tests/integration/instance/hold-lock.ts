import { lockDirectory } from '#electron/core/instance/lock.ts'

/** Takes the lock, reports it, and keeps it until killed. */
const lock = lockDirectory(process.argv[2] ?? '')
process.send?.({ held: lock !== null })
setInterval(() => lock, 1_000)
