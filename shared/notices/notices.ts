import * as z from 'zod'
import { type Edition, EDITIONS } from './editions.ts'

/** Notices of all third-party code that is shipped. */
export const noticesSchema = z.object({
  notices: z.array(
    z.object({
      name: z.string(),
      version: z.string().nullable(),
      /** SPDX expression. */
      licence: z.string(),
      home: z.string().nullable(),
      /** Editions that ship the package. `null`: all editions. */
      editions: z.array(z.enum(EDITIONS)).nullable(),
      /** Index into `texts`. */
      text: z.number().int().nonnegative(),
    }),
  ),
  /** Each text once, because many packages share one. */
  texts: z.array(z.string()),
})
export type Notices = z.infer<typeof noticesSchema>
export type Notice = Notices['notices'][number]

/** Notices of the packages of an edition. */
export const noticesOf = ({ notices }: Notices, edition: Edition): readonly Notice[] =>
  notices.filter(({ editions }) => editions?.includes(edition) ?? true)
