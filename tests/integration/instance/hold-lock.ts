import { lockDirectory } from '#electron/core/instance/lock.ts'

/** Takes the lock, says so, and keeps it until it is killed. */
const lock = lockDirectory(process.argv[2] ?? '')
process.send?.({ held: lock !== null })
setInterval(() => lock, 1_000)
