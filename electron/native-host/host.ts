import { usualDataDirectory } from '../core/instance/data-directory.ts'
import { createCarrier } from './carrier.ts'
import { readCommandLine } from './command-line.ts'
import { contactVersion, readContact, createStarter } from './application.ts'
import { openDoor } from './door.ts'

/**
 * Native host of the browser extension. The browser starts it, and it carries frames between the browser and the
 * application. It writes only frames to stdout. Errors go to stderr, which the browser logs, without content or
 * paths.
 */
const PROOF_MS = 2_000
const LOOK_MS = 2_000
/** Shorter interval for `SOON_FOR_MS` after the application was started. */
const SOON_MS = 200
const SOON_FOR_MS = 30_000
/** Interval for trying again to connect to a program that did not prove itself. */
const RETRY_MS = 10_000

function printError(what: string): void {
  process.stderr.write(`ventanilla native host: ${what}\n`)
}

function main(): void {
  const line = readCommandLine(process.argv.slice(2))
  if (line === null) {
    printError('to be started by a browser, with the extension that asks')
    process.exit(2)
  }
  const dataDir = line.dataDir ?? usualDataDirectory()
  const startApplication = createStarter(dataDir)
  let soonUntil = -Infinity
  let triedVersion: string | null = null
  let triedAt = -Infinity

  const carrier = createCarrier({
    input: process.stdin,
    output: process.stdout,
    async openDoor() {
      triedVersion = contactVersion(dataDir)
      triedAt = performance.now()
      const contact = readContact(dataDir)
      return contact === null ? 'absent' : openDoor(contact, { origin: line.origin, proofMs: PROOF_MS })
    },
    startApplication() {
      soonUntil = performance.now() + SOON_FOR_MS
      scheduleConnect(SOON_MS)
      return startApplication()
    },
    onEnd(error) {
      if (error !== null) printError(`the browser sent ${error.message}`)
      process.exit(error === null ? 0 : 1)
    },
    onDoorError: (error) => printError(`the application sent ${error.message}`),
  })

  let timer: NodeJS.Timeout | undefined
  function scheduleConnect(ms: number): void {
    clearTimeout(timer)
    timer = setTimeout(lookAgain, ms)
  }

  /** Checks whether the application runs. Costs one stat while nothing changes. */
  function lookAgain(): void {
    const now = performance.now()
    scheduleConnect(now < soonUntil ? SOON_MS : LOOK_MS)
    if (carrier.isConnected()) return
    const version = contactVersion(dataDir)
    if (version !== null && (version !== triedVersion || now - triedAt > RETRY_MS)) void carrier.connect()
  }

  // Ignore errors: the browser, or its log, may be gone.
  process.stderr.on('error', () => undefined)
  void carrier.connect()
  scheduleConnect(LOOK_MS)
}

main()
