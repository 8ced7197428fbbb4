import { existsSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import type { Session } from 'electron'
import { safeFileName } from '#shared/domain/service-document-name.ts'
import { isOurBlob } from './network.ts'

/** Saves the page's files to the user's downloads folder, as a browser does; nothing else is downloaded. */
export function saveDownloads(session: Session, directory: () => string): void {
  session.on('will-download', (event, item) => {
    if (!isOurBlob(item.getURL())) return event.preventDefault()
    item.setSavePath(freePath(directory(), item.getFilename()))
  })
}

/** Unused path for a file: earlier downloads are never replaced. */
export function freePath(directory: string, filename: string): string {
  const name = safeFileName(filename)
  const extension = extname(name)
  const stem = basename(name, extension)
  for (let n = 1; ; n++) {
    const path = join(directory, n === 1 ? name : `${stem} (${n})${extension}`)
    if (!existsSync(path)) return path
  }
}
