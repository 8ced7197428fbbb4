import type { App } from 'electron'
import { linkIn, parseDeepLink } from '#shared/bridge/deep-link.ts'
import { readDestination, type Destination } from '../core/instance/destination.ts'
import type { Log } from '../core/runtime/log/log.ts'

export interface RequestedPlaces {
  /** Receives every request from now on, and the last place requested before. */
  follow(open: (place: Destination) => void): void
}

/** Place of the link in a command line. */
export const placeIn = (args: readonly string[]): Destination => parseDeepLink(linkIn(args) ?? '')

/**
 * Collects requests of the system and of later starts. Create it before the application is ready: macOS sends
 * the link that starts it before that, and a second start may come while the first one still opens.
 */
export function collectPlaces(
  app: Pick<App, 'on'>,
  args: readonly string[],
  log: Pick<Log, 'warn'>,
): RequestedPlaces {
  let open: ((place: Destination) => void) | null = null
  let waiting: { place: Destination } | null = null

  function request(place: Destination): void {
    if (open) return open(place)
    // Asking for the window alone takes nothing back.
    waiting = { place: place ?? waiting?.place ?? null }
  }

  function requestLink(link: string): void {
    const place = parseDeepLink(link)
    // Without its text, which may hold a plate.
    if (!place) log.warn('shell: a link leads nowhere')
    request(place)
  }

  const link = linkIn(args)
  if (link !== undefined) requestLink(link)
  app.on('open-url', (event, url) => {
    event.preventDefault()
    requestLink(url)
  })
  app.on('second-instance', (_event, _args, _directory, data) => request(destinationIn(data)))
  return {
    follow(next) {
      open = next
      if (waiting) next(waiting.place)
    },
  }
}

/** Destination that another window's start sent through Electron. */
function destinationIn(data: unknown): Destination {
  try {
    return readDestination((data as { place?: unknown } | null)?.place ?? null)
  } catch {
    return null
  }
}
