import type { BatchItem } from './batch-state.ts'

/** One of these documents has the content of the file; those that were not taken do not count. */
export async function isAmong(file: File, items: readonly BatchItem[]): Promise<boolean> {
  for (const other of items) {
    if (other.file.size !== file.size || other.state === 'failed') continue
    if (await isSameContent(other.file, file).catch(() => false)) return true
  }
  return false
}

async function isSameContent(one: File, other: File): Promise<boolean> {
  const [first, second] = await Promise.all([one.arrayBuffer(), other.arrayBuffer()])
  const bytes = new Uint8Array(second)
  return new Uint8Array(first).every((byte, at) => byte === bytes[at])
}
