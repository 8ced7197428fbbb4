export interface DroppedFiles {
  files: File[]
  /** Names of dropped folders. Their contents are not taken without the user's choice. */
  folders: string[]
}

/** Files of a drop or a paste. Called during the event, because its items are empty afterwards. */
export function filesIn(data: DataTransfer | null): DroppedFiles {
  const found: DroppedFiles = { files: [], folders: [] }
  for (const item of data?.items ?? []) {
    if (item.kind !== 'file') continue
    // A folder also comes as an unreadable file of a few bytes.
    const entry = item.webkitGetAsEntry()
    const file = item.getAsFile()
    if (entry?.isDirectory) found.folders.push(entry.name)
    else if (file) found.files.push(file)
  }
  return found
}

/** False for a file that was removed, moved or changed since it was chosen. The browser can no longer read it. */
export const isStillThere = (file: Blob): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    )

/** Names that the system gives to every copied image. */
const NAMELESS = /^(image|imagen|clipboard)?\.?(png|jpe?g)?$/i

/** Gives a pasted image a distinguishable name. */
export function named(file: File, name: (extension: string) => string): File {
  if (!file.type.startsWith('image/') || !NAMELESS.test(file.name)) return file
  return new File([file], name(file.type === 'image/jpeg' ? 'jpg' : 'png'), { type: file.type })
}
