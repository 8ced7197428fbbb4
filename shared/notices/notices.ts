import * as z from 'zod'
import { type Edition, EDITIONS } from './editions.ts'

/** Notices of everything of others that is shipped. */
export const noticesSchema = z.object({
  notices: z.array(
    z.object({
      name: z.string(),
      version: z.string().nullable(),
      /** SPDX expression. */
      licence: z.string(),
      home: z.string().nullable(),
      /** Editions that have it; `null`: every one. */
      editions: z.array(z.enum(EDITIONS)).nullable(),
      /** Which of the texts. */
      text: z.number().int().nonnegative(),
    }),
  ),
  /** Each once: many packages have the same. */
  texts: z.array(z.string()),
})
export type Notices = z.infer<typeof noticesSchema>
export type Notice = Notices['notices'][number]

/** Notices of what an edition has. */
export const noticesOf = ({ notices }: Notices, edition: Edition): readonly Notice[] =>
  notices.filter(({ editions }) => editions?.includes(edition) ?? true)
