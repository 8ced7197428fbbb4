export interface DroppedFiles {
  files: File[]
  /** Names of the folders that came with them: what is inside is not taken without being looked at. */
  folders: string[]
}

/** What a drop or a paste brings. To be called while the event is being told: afterwards its items are empty. */
export function filesIn(data: DataTransfer | null): DroppedFiles {
  const found: DroppedFiles = { files: [], folders: [] }
  for (const item of data?.items ?? []) {
    if (item.kind !== 'file') continue
    // A folder also comes as a file, of a few bytes that cannot be read.
    const entry = item.webkitGetAsEntry()
    const file = item.getAsFile()
    if (entry?.isDirectory) found.folders.push(entry.name)
    else if (file) found.files.push(file)
  }
  return found
}

/** Names that the system gives to every image that is copied. */
const NAMELESS = /^(image|imagen|clipboard)?\.?(png|jpe?g)?$/i

/** What was pasted, with a name by which it can be told from the next one. */
export function named(file: File, name: (extension: string) => string): File {
  if (!file.type.startsWith('image/') || !NAMELESS.test(file.name)) return file
  return new File([file], name(file.type === 'image/jpeg' ? 'jpg' : 'png'), { type: file.type })
}
