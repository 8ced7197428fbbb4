import type { UpdatesState } from '#shared/bridge/updates.ts'
import type { Feed } from '#shared/update-feed/feed.ts'
import type { UpdateChannel } from '#shared/update-feed/names.ts'
import type { UpdateSource } from './signed-feed.ts'

/** How one edition gets its updates. Every method rejects with an `UpdateError`, or when its signal aborts. */
export interface UpdateEngine {
  /** Who changes the files of this installation. */
  readonly owner: UpdatesState['owner']
  /** Default source of this build; an administrator may set another address. */
  readonly source: UpdateSource
  /** Reads the feed of a channel, signed as the source says. */
  look(source: UpdateSource, channel: UpdateChannel, signal: AbortSignal): Promise<Feed>
  /** Downloads and checks what the feed describes, up to where the next start takes it. */
  fetch(
    source: UpdateSource,
    feed: Feed,
    watch: { onProgress: (received: number) => void; onUnpacking: () => void },
    signal: AbortSignal,
  ): Promise<void>
  /** Bytes of the download. */
  sizeOf(feed: Feed): number
  /** Version that the next start takes. */
  ready(): string | null
  /** Version that others put in the place of the running one; the next start takes it. */
  replacedBy(): string | null
  /** The next start does not take what waits. */
  forget(): void
  /** Ends the application and starts the version that is ready. */
  restart(): void
}
