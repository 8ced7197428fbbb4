/** Limits of what a server of updates may send. Apart from the feed's reader, which is loaded when one is read. */
export const MAX_FEED_BYTES = 64 * 1024
/** The download of an edition is below 45 MB; Electron's is three times that. */
export const MAX_ARCHIVE_BYTES = 512 * 1024 * 1024
export const MAX_UNPACKED_BYTES = 1024 * 1024 * 1024
