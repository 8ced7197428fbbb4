import { type Edition, sbomPath } from '#shared/notices/editions.ts'

/** Reads the list of components that the build puts among the window's files. Rejects if it is not there. */
export const readSbom = async (edition: Edition): Promise<Blob> =>
  await (await readFile(sbomPath(edition))).blob()

/** Reads a file of the build. Rejects if it is not there. */
export async function readFile(path: string): Promise<Response> {
  const answer = await fetch(path)
  // A section of the application is answered for an address that has no file.
  if (!answer.ok || !answer.headers.get('content-type')?.includes('json'))
    throw new Error(`${path} is not there (${answer.status})`)
  return answer
}
