import { NOTICES_PATH } from '#shared/notices/editions.ts'
import { type Notices, noticesSchema } from '#shared/notices/notices.ts'
import { readFile } from './built-files.ts'

/** Reads the notices, which the build puts among the window's files. Rejects if they are not there or not whole. */
export const readNotices = async (): Promise<Notices> =>
  noticesSchema.parse(await (await readFile(NOTICES_PATH)).json())
