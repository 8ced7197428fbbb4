import type { DocumentReading } from '#shared/domain/procedures/document-reading.ts'
import { recogniseDocument, type Recognition } from '#shared/domain/procedures/recognise-document.ts'
import type { DocumentReader } from './read-document.ts'

export type FileGuess = Recognition & { reading?: DocumentReading }

/**
 * Guess of a file's type: by its text, its name, and what its procedure still lacks.
 * @param missing types that would meet each requirement that is not met
 */
export async function recogniseFile(
  reader: DocumentReader,
  file: File,
  missing: () => Promise<readonly (readonly string[])[]> | readonly (readonly string[])[],
  signal: AbortSignal,
): Promise<FileGuess> {
  const { pages, reading } = await reader.read(file, signal)
  const text = pages.join('\n')
  return {
    ...recogniseDocument({ name: file.name, text, missing: await missing() }),
    ...(reading !== undefined && { reading }),
  }
}
