import { type Edition, sbomPath } from '#shared/notices/editions.ts'

/** Reads the list of components, which the build puts among the window's files. Rejects if the file is missing. */
export const readSbom = async (edition: Edition): Promise<Blob> =>
  await (await readFile(sbomPath(edition))).blob()

/** Reads a JSON file of the build. Rejects if the file is missing. */
export async function readFile(path: string): Promise<Response> {
  const answer = await fetch(path)
  // For an address without a file, the server answers with the application's page, which is not JSON.
  if (!answer.ok || !answer.headers.get('content-type')?.includes('json'))
    throw new Error(`${path} is not there (${answer.status})`)
  return answer
}
