import * as z from 'zod'
import { command, none, transferOut } from './primitives.ts'

const id = z.string().min(1).max(100)

/** File in the scanner's folder that arrived since the folder was chosen, and was neither added nor dismissed. */
const scannedFileSchema = z.object({
  id,
  name: z.string(),
  bytes: z.number().int(),
  /** Time of its last change, in epoch milliseconds. */
  at: z.number(),
  /** True if the end of the file is missing, although nothing has written to it for a minute. */
  isCut: z.boolean(),
})
export type ScannedFile = z.infer<typeof scannedFileSchema>

/** Slice `scans`: the scanner's folder. */
export const scanFolderSchema = z.object({
  /** `unreachable`: the folder does not answer or cannot be read. `crowded`: it has more than `MAX_SCANS` files. */
  state: z.enum(['off', 'on', 'unreachable', 'crowded']),
  /** The newest ones, newest first. */
  files: z.array(scannedFileSchema),
  /** Number of all such files. */
  total: z.number().int(),
})
export type ScanFolderSlice = z.infer<typeof scanFolderSchema>

export const noScans: ScanFolderSlice = { state: 'off', files: [], total: 0 }

/** Maximum number of documents and pictures in the folder. */
export const MAX_SCANS = 1_000

/** Rows of the contract: the scanner's folder. The files themselves are never changed or deleted. */
export const scanCommands = {
  /** Offers the files no more. */
  'scans.dismiss': command(z.object({ ids: z.array(id).min(1).max(MAX_SCANS) }), none),
} as const

export const scanTransfers = {
  /** Content of an offered file. Refused with `not-found` if it was changed or removed meanwhile. */
  'scans.file': transferOut(z.object({ id })),
} as const
