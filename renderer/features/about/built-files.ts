import { type Edition, NOTICES_PATH, type Notices, noticesSchema, sbomPath } from '#shared/notices/notices.ts'

/** Reads the notices, which the build puts among the window's files. Rejects if they are not there or not whole. */
export const readNotices = async (): Promise<Notices> =>
  noticesSchema.parse(await (await readFile(NOTICES_PATH)).json())

export const readSbom = async (edition: Edition): Promise<Blob> =>
  await (await readFile(sbomPath(edition))).blob()

async function readFile(path: string): Promise<Response> {
  const answer = await fetch(path)
  // A section of the application is answered for an address that has no file.
  if (!answer.ok || !answer.headers.get('content-type')?.includes('json'))
    throw new Error(`${path} is not there (${answer.status})`)
  return answer
}
