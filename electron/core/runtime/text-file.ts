import { decodeText } from '#shared/domain/text-encoding.ts'

/** Whole text of a stream, or `null` for content that is not text. */
export async function readText(body: AsyncIterable<Uint8Array>): Promise<string | null> {
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk)
  return decodeText(Buffer.concat(chunks))
}
