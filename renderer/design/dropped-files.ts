export interface DroppedFiles {
  files: File[]
  /** Names of dropped folders. Their files are not used unless the user chooses so. */
  folders: string[]
}

/** Files of a drop or a paste. Call it during the event: afterwards the event has no items. */
export function filesIn(data: DataTransfer | null): DroppedFiles {
  const found: DroppedFiles = { files: [], folders: [] }
  for (const item of data?.items ?? []) {
    if (item.kind !== 'file') continue
    // A folder also appears as an unreadable file of a few bytes.
    const entry = item.webkitGetAsEntry()
    const file = item.getAsFile()
    if (entry?.isDirectory) found.folders.push(entry.name)
    else if (file) found.files.push(file)
  }
  return found
}

/**
 * False for a file that was removed, moved or changed after the user chose it. The browser can no longer read such a
 * file.
 */
export const isStillThere = (file: Blob): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    )

/** Names that systems give to every copied image. */
const NAMELESS = /^(image|imagen|clipboard)?\.?(png|jpe?g)?$/i

/** Gives a pasted image a name that distinguishes it from others. */
export function named(file: File, name: (extension: string) => string): File {
  if (!file.type.startsWith('image/') || !NAMELESS.test(file.name)) return file
  return new File([file], name(file.type === 'image/jpeg' ? 'jpg' : 'png'), { type: file.type })
}
